/** `npm run chain`: the sandbox chains alone, for services that must be restarted while their chain lives on. */
import { parseArgs } from 'node:util';
import { startEvmSandbox } from './chain.ts';

const HELP = `Usage: npm run chain -- [--port N]

Starts the sandbox chains on 127.0.0.1 and prints one JSON line of their URLs when they are ready, such as
{"evm":"http://127.0.0.1:8545"}. Give it to the service as EVM_RPC_URL. Ends on SIGTERM or Ctrl-C.

  --port N   port of the EVM chain (default: a free one)
  --help     this text

ANVIL_PATH names an anvil binary to use instead of the one that npm installed.`;

/** A TCP port, undefined when none was asked for. Throws on anything else. */
function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error('--port takes a number from 0 to 65535');
  return port;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(HELP);
  const port = portOf(values.port);
  const anvilPath = process.env.ANVIL_PATH;
  // Before the start, so that an early Ctrl-C is heard too; the chain dies with us.
  let stopping = false;
  let stop = (): void => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      stop();
    });
  }
  const evm = await startEvmSandbox({ ...(port !== undefined && { port }), ...(anvilPath && { anvilPath }) });
  stop = () => void evm.stop();
  console.log(JSON.stringify({ evm: evm.rpcUrl }));
  const exit = await evm.exited;
  if (!stopping) throw new Error(`the chain ended by itself (${exit.signal ?? exit.code ?? exit.how})`);
}

try {
  await main();
} catch (error) {
  console.error(`chain: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
