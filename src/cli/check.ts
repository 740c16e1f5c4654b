import { Command, InvalidArgumentError } from 'commander';
import { singleLine } from '../buyer/words.ts';
import { judgeDeclaration } from '../checks/discovery-declaration/judge.ts';
import type { DeclarationAnswer } from '../checks/discovery-declaration/schema.ts';
import { DOES_NOT_HOLD, guarded, read, Unreadable } from './reading.ts';

export const checkCommand = (): Command =>
  new Command('check')
    .description(
      'check what a seller publishes with the rules of its readers; exit 0 nothing fails, 1 a rule fails, 2 cannot be read',
    )
    .addCommand(
      new Command('declaration')
        .description('check a 402 challenge, OpenAPI as JSON or /.well-known/x402 before it is listed')
        .argument('<file>', 'the header, the JSON, or the whole answer with its headers')
        .option('--status <code>', 'status of the answer to a request without payment and body', statusCode)
        .option('--json', 'print the whole answer as JSON')
        .option('--corrected', 'print only the corrected declaration')
        .action((file: string, flags: Flags) => guarded(() => run(file, flags))),
    );

interface Flags {
  readonly status?: number;
  readonly json?: boolean;
  readonly corrected?: boolean;
}

async function run(file: string, { status, json, corrected }: Flags): Promise<void> {
  const text = read(file);
  const answer = await judgeDeclaration(text, status, { runsSchemas: true });
  if (answer.kind === 'unreadable')
    throw new Unreadable(`${file} is no challenge, no OpenAPI document in JSON and no /.well-known/x402`);
  if (corrected) console.log(answer.corrected?.json ?? text);
  else if (json) console.log(JSON.stringify(answer, null, 2));
  else show(answer);
  if (!answer.passes) process.exitCode = DOES_NOT_HOLD;
}

function show({ kind, readers, findings }: DeclarationAnswer): void {
  console.log(`Read as: ${kind}`);
  for (const { reader, verdict } of readers) console.log(`${reader}: ${verdict.replaceAll('_', ' ')}`);
  for (const { severity, verdict, rule, path, why, fix, source } of findings) {
    const how = verdict === 'not_checked' ? 'not checked' : severity;
    console.log(singleLine(`\n${how}  ${path || '(whole)'}  ${why}`));
    if (fix !== null) console.log(singleLine(`  do: ${fix}`));
    console.log(`  ${rule} (${source})`);
  }
}

function statusCode(text: string): number {
  if (!/^[1-5][0-9]{2}$/.test(text)) throw new InvalidArgumentError('Give an HTTP status, such as 402.');
  return Number(text);
}
