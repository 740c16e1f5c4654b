/** `npm run chain`: the sandbox chains alone, for services that must be restarted while their chain lives on. */
import { parseArgs } from 'node:util';
import { startEvmSandbox } from './chain.ts';
import { startTempoSandbox } from './tempo.ts';

const HELP = `Usage: npm run chain -- [--port N] [--tempo-port N]

Starts the sandbox chains on 127.0.0.1 and prints one JSON line of their URLs when they are ready, such as
{"evm":"http://127.0.0.1:8545","tempo":"http://127.0.0.1:8546"}. Give them to the service as EVM_RPC_URL and
TEMPO_RPC_URL. Ends on SIGTERM or Ctrl-C.

  --port N         port of the Base chain (default: a free one)
  --tempo-port N   port of the Tempo chain (default: a free one)
  --help           this text

ANVIL_PATH names an anvil binary to use instead of the one that npm installed.`;

/** A TCP port, undefined when none was asked for. Throws on anything else. */
function portOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${option} takes a number from 0 to 65535`);
  return port;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, 'tempo-port': { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  const anvilPath = process.env.ANVIL_PATH;
  const optionsFor = (port: number | undefined) => ({
    ...(port !== undefined && { port }),
    ...(anvilPath && { anvilPath }),
  });
  const evmOptions = optionsFor(portOf(values.port, '--port'));
  const tempoOptions = optionsFor(portOf(values['tempo-port'], '--tempo-port'));
  // Before the start, so that an early Ctrl-C is heard too; the chain dies with us.
  let stopping = false;
  let stop = (): void => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      stop();
    });
  }
  const [evm, tempo] = await Promise.all([startEvmSandbox(evmOptions), startTempoSandbox(tempoOptions)]);
  const end = () => Promise.all([evm.stop(), tempo.stop()]);
  stop = () => void end();
  console.log(JSON.stringify({ evm: evm.rpcUrl, tempo: tempo.rpcUrl }));
  const exit = await Promise.race([evm.exited, tempo.exited]);
  await end();
  if (!stopping) throw new Error(`the chain ended by itself (${exit.signal ?? exit.code ?? exit.how})`);
}

try {
  await main();
} catch (error) {
  console.error(`chain: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
