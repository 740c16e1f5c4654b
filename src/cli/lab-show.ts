import { Command, Option } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { behaviour } from '../lab/behaviours.ts';
import { RECORDS, readRecord } from '../lab/records.ts';
import type { CaseRecord } from '../ledger/evidence.ts';

/** A record for a reader who is to judge by himself: everything that was seen, and nothing that the lab made of it. */

export const showCommand = (): Command =>
  new Command('show')
    .description('print what was recorded of a case, without the verdict, for somebody who judges it again')
    .argument('<caseIds...>', 'for example B09.x402-fetch-2.27.0')
    .addOption(new Option('--out <dir>', 'folder of the records').default(RECORDS))
    .action((caseIds: readonly string[], flags: { readonly out: string }, command: Command) => {
      for (const caseId of caseIds) {
        try {
          console.log(shown(readRecord(flags.out, caseId)));
        } catch {
          command.error(`error: ${flags.out} holds no valid record of ${caseId}`, {
            exitCode: STOPS.usage.exit,
          });
        }
      }
    });

/** Without `verdict` and `observed`: the first is the lab's judgement, the second its summary. */
export function shown(record: CaseRecord): string {
  const row = behaviour(record.behaviourId);
  const { client, protocol, requests, signedAuthorisations, distinctNonces, settlements } = record;
  return [
    `## ${record.caseId}`,
    '',
    `${client.name} ${client.version}, ${protocol}${record.fixId === null ? '' : `, with ${record.fixId}`}`,
    '',
    `Question: ${row?.question ?? record.behaviourId}`,
    `A careful client: ${record.expected}`,
    `The caller: ${JSON.stringify(row?.ask ?? {})}`,
    '',
    `- requests that arrived: ${requests}`,
    `- signatures at the key: ${signedAuthorisations}, with ${distinctNonces} distinct nonces`,
    `- transfers to the seller on the chain: ${settlements ?? 'no chain took part'}`,
    `- status that the caller got: ${record.statusSeen ?? 'none'}`,
    `- error that the caller got: ${record.error ? `${record.error.name}: ${record.error.messagePrefix}` : 'none'}`,
    `- words of the client: ${record.told ?? 'none'}`,
    '',
    ...record.transcript.flatMap(({ request, response }, i) => [
      `${i + 1}. ${request.method} ${request.target}, body ${request.bodyDigest ?? 'none'}`,
      ...headers('→', request.headers),
      `   answered ${response.status ?? 'nothing: the connection ended'}`,
      ...headers('←', response.headers),
      ...(response.body === null ? [] : [`   body ${JSON.stringify(response.body)}`]),
    ]),
    '',
  ].join('\n');
}

const headers = (sign: string, all: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(all).map(([name, value]) => `   ${sign} ${name}: ${plain(value)}`);

/** A header of JSON in base64 is shown as the JSON. */
function plain(value: string): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.from(value.replace(/^Payment /, ''), 'base64').toString('utf8')));
  } catch {
    return value;
  }
}
