import { Command, InvalidArgumentError, Option } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { BEHAVIOURS, behaviour } from '../lab/behaviours.ts';
import { askInWords, openDesk, type Serving, serveCase, toldByCommand, whyNotServed } from '../lab/serve.ts';

interface ServeFlags {
  readonly behaviour: string;
  readonly clientVersion: '1' | '2';
  readonly port: number;
  readonly json?: boolean;
}

const portIn = (text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('not a port');
  return port;
};

export const labServeCommand = (): Command =>
  new Command('serve')
    .description('play the seller of one behaviour for your own client, and judge what it did')
    .requiredOption('--behaviour <id>', 'for example B09')
    .addOption(
      new Option('--client-version <version>', 'x402 version that your client speaks')
        .choices(['1', '2'])
        .default('2'),
    )
    .option('--port <port>', 'port of the seller on loopback', portIn, 0)
    .option('--json', 'print {behaviour, verdict, observed} as the last line')
    .argument('[command...]', 'your client, after "--"; without it, post the report where this command says')
    .action(async (client: readonly string[], flags: ServeFlags, command: Command) => {
      const row = behaviour(flags.behaviour);
      const refuse = (why: string) => command.error(`error: ${why}`, { exitCode: STOPS.usage.exit });
      if (!row) return refuse(`--behaviour must be one of ${BEHAVIOURS.map(({ id }) => id).join(', ')}`);
      const why = whyNotServed(row);
      if (why !== undefined) return refuse(`${row.id} cannot be served: ${why}`);
      const version = flags.clientVersion === '1' ? 1 : 2;
      if (!row.protocols.includes(`x402v${version}`))
        return refuse(`${row.id} does not apply to a client of x402 version ${version}`);
      const serving = await serveCase(row, version, flags.port);
      try {
        console.log(`${row.id}  ${row.title}\n${row.question}\nA careful buyer: ${row.expected}.\n`);
        const told =
          client.length > 0 ? await toldByCommand(serving, client, process.env) : await toldByHand(serving);
        const { verdict, observed } = await serving.judge(told);
        console.log(
          flags.json ? JSON.stringify({ behaviour: row.id, verdict, observed }) : `${verdict}: ${observed}`,
        );
        process.exitCode = verdict === 'pass' ? 0 : verdict === 'lab_error' ? STOPS.usage.exit : 1;
      } finally {
        await serving.stop();
      }
    });

async function toldByHand(serving: Serving) {
  const { url, chain, key, body, ask } = serving.given;
  const desk = await openDesk();
  console.log(
    [
      `Address   ${url}`,
      `Chain     ${chain ?? 'none: Base (eip155:8453) is only named'}`,
      `Key       ${key}  (public test account)`,
      ...(ask.body ? [`Body      ${body}`] : []),
      `Do        ${askInWords(ask)}`,
      `Then      curl -d '{"status":200,"error":null}' ${desk.url}`,
      '          (status: what your caller got, or null; error: {"name":"…","message":"…"} when it got one)',
    ].join('\n'),
  );
  try {
    return await desk.told;
  } finally {
    desk.stop();
  }
}
