/** `npm run chain`: the sandbox chains alone, for services that must be restarted while their chain lives on. */
import { parseArgs } from 'node:util';
import { startEvmSandbox } from './chain.ts';
import { startSolanaSandbox } from './solana.ts';
import { startTempoSandbox } from './tempo.ts';

const HELP = `Usage: npm run chain -- [--port N] [--tempo-port N] [--solana-port N]

Starts the sandbox chains on 127.0.0.1 and prints one JSON line of their URLs when they are ready, such as
{"evm":"http://127.0.0.1:8545","tempo":"http://127.0.0.1:8546","solana":"http://127.0.0.1:8899"}. Give them to the
service as EVM_RPC_URL, TEMPO_RPC_URL and SOLANA_RPC_URL. A chain that this machine cannot run is absent. Ends on SIGTERM or Ctrl-C.

  --port N          port of the EVM chain (default: a free one)
  --tempo-port N    port of the Tempo chain (default: a free one)
  --solana-port N   port of the Solana chain (default: a free one)
  --help            this text

ANVIL_PATH names an anvil binary to use instead of the one that npm installed, or the one on PATH.`;

/** A TCP port, undefined when none was asked for. Throws on anything else. */
function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} takes a number from 0 to 65535`);
  return port;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'tempo-port': { type: 'string' },
      'solana-port': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const port = portOf('--port', values.port);
  const tempoPort = portOf('--tempo-port', values['tempo-port']);
  const solanaPort = portOf('--solana-port', values['solana-port']);
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
  const [evm, tempo, solana] = await Promise.all([
    startEvmSandbox({ ...(port !== undefined && { port }), ...(anvilPath && { anvilPath }) }),
    startTempoSandbox({
      ...(tempoPort !== undefined && { port: tempoPort }),
      ...(anvilPath && { anvilPath }),
    }),
    startSolanaSandbox({ ...(solanaPort !== undefined && { port: solanaPort }) }).catch((error: Error) => {
      console.error(`chain: Solana is off: ${error.message}`);
    }),
  ]);
  stop = () => void Promise.all([evm.stop(), tempo.stop(), solana?.stop()]);
  console.log(
    JSON.stringify({ evm: evm.rpcUrl, tempo: tempo.rpcUrl, ...(solana && { solana: solana.rpcUrl }) }),
  );
  const exit = await Promise.race([evm.exited, tempo.exited, ...(solana ? [solana.exited] : [])]);
  if (!stopping) throw new Error(`the chain ended by itself (${exit.signal ?? exit.code ?? exit.how})`);
}

try {
  await main();
} catch (error) {
  console.error(`chain: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
