/** The Python guide as its reader follows it: installed from PyPI, it buys once, within its cap, however often it runs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../options.ts';
import { ROOT, withSandbox } from './sandbox.ts';

const HELP = `Usage: node scripts/guides/python.ts

Follows docs/pay-python.md with the Python of this machine, against a sandbox service. Needs python3 and PyPI.`;
optionsOf(HELP, {});

const guide = readFileSync(join(ROOT, 'docs/pay-python.md'), 'utf8');
const printed = (name: string): string => {
  const found = new RegExp(`^\`\`\`\\w+ run:${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide);
  if (!found) throw new Error(`the guide has no example ${name}`);
  return found[1]!;
};
/** The same program with one thing changed that is there. */
const changed = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`the guide no longer says ${from}`);
  return text.replace(from, to);
};

await withSandbox(async ({ url, folder, buyers, sold }) => {
  const env = { PATH: process.env.PATH, HOME: folder, ASSAY_URL: url, BUYER_KEY: buyers[1]!.privateKey };
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 280_000, stdio: 'pipe' });
  run('sh', ['-c', printed('install')]);
  const program = printed('python');
  const python = (text: string): string => {
    writeFileSync(join(folder, 'buy.py'), text);
    return run('buyer/bin/python', ['buy.py']);
  };
  const fails = (text: string): void => {
    try {
      python(text);
    } catch {
      return;
    }
    throw new Error('it was to fail, and did not');
  };
  const expectSold = async (count: number, after: string): Promise<void> => {
    const now = await sold();
    if (now !== count) throw new Error(`${now} sold ${after}, not ${count}`);
    console.log(`${after}: ${count} sold`);
  };

  fails(changed(program, '"$0.01"', '"$0.009"'));
  await expectSold(0, 'with a cap below the price');
  // The answer is lost: the program sees only that the connection broke, after the service had answered.
  const lossy = changed(
    changed(
      program,
      'if answer.status_code < 500',
      'raise httpx.ReadError("lost")\n        if answer.status_code < 500',
    ),
    'time.sleep(tried)',
    'pass',
  );
  fails(lossy);
  await expectSold(1, 'with every answer lost');
  if (!existsSync(join(folder, 'python.payment'))) throw new Error('the payment was not kept');
  if (!/^[a-z_]+: /.test(python(program))) throw new Error('the second run had no answer');
  await expectSold(1, 'and a second run');
  python(program);
  await expectSold(2, 'and a new purchase');
});
