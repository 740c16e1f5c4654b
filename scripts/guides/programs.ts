/** A guide for another language as its reader follows it: installed, it buys once, within its cap, however often it runs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../options.ts';
import { ROOT, withSandbox } from './sandbox.ts';

const HELP = `Usage: node scripts/guides/programs.ts --language <python|go>

Follows docs/pay-<language>.md with the tools of this machine, against a sandbox service.
  python  needs python3 and PyPI
  go      needs go, and a GOPROXY that has the module (docs/lab.md)`;
const { language } = optionsOf(HELP, { language: { type: 'string', default: 'python' } });

interface Language {
  readonly file: string;
  readonly run: readonly string[];
  /** Before a changed program runs. */
  readonly ready?: string;
  /** What makes the cap one unit too low. */
  readonly cap: readonly [from: string, to: string];
  /** What makes the program lose each answer after the service has given it, and not wait. */
  readonly lossy: readonly (readonly [from: string, to: string])[];
  /** What lets the client sign for as long as it does by itself, where the guide shortens that. */
  readonly asItIs?: readonly (readonly [from: string, to: string])[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    file: 'buy.py',
    run: ['buyer/bin/python', 'buy.py'],
    cap: ['"$0.01"', '"$0.009999"'],
    lossy: [
      ['if answer.status_code < 500', 'raise httpx.ReadError("lost")\n        if answer.status_code < 500'],
      ['time.sleep(tried)', 'pass'],
    ],
  },
  go: {
    file: 'main.go',
    run: ['go', 'run', '.'],
    ready: 'go mod tidy',
    cap: ['const most = "10000"', 'const most = "9999"'],
    lossy: [
      ['if err == nil && status < 500', 'if false && err == nil && status < 500'],
      ['time.Duration(tried) * time.Second', '0'],
    ],
    asItIs: [
      ['NewExactEvmScheme(signer, nil)', 'NewExactEvmScheme(key, nil)'],
      [
        'payload.Payload["authorization"].(map[string]interface{})["validBefore"] = fmt.Sprint(signer.until)',
        '_ = signer',
      ],
    ],
  },
};

const chosen = LANGUAGES[language];
if (!chosen) throw new Error(`there is no guide for ${language}`);
const guide = readFileSync(join(ROOT, `docs/pay-${language}.md`), 'utf8');
const printed = (name: string): string => {
  const found = new RegExp(`^\`\`\`\\w+ run:${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide);
  if (!found) throw new Error(`the guide has no example ${name}`);
  return found[1]!;
};
/** The same program with one thing changed that is there. */
const changed = (text: string, [from, to]: readonly [from: string, to: string]): string => {
  if (!text.includes(from)) throw new Error(`the guide no longer says ${from}`);
  return text.replace(from, to);
};

await withSandbox(async ({ url, folder, buyers, sold }) => {
  const env = { ...process.env, ASSAY_URL: url, BUYER_KEY: buyers[1]!.privateKey };
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 280_000, stdio: 'pipe' });
  run('sh', ['-ec', printed('install')]);
  const program = printed(language);
  const perform = (text: string): string => {
    writeFileSync(join(folder, chosen.file), text);
    if (chosen.ready) run('sh', ['-ec', chosen.ready]);
    return run(chosen.run[0]!, chosen.run.slice(1));
  };
  /** A program that does not run at all is no refusal: what it says has to be what was expected. */
  const fails = (text: string, says: RegExp): void => {
    try {
      perform(text);
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      if (says.test(stderr)) return;
      throw error;
    }
    throw new Error('it was to fail, and did not');
  };
  const expectSold = async (count: number, after: string): Promise<void> => {
    const now = await sold();
    if (now !== count) throw new Error(`${now} sold ${after}, not ${count}`);
    console.log(`${language}, ${after}: ${count} sold`);
  };

  fails(changed(program, chosen.cap), /9999|spend|exceed|amount/i);
  await expectSold(0, 'with a cap below the price');
  fails(chosen.lossy.reduce(changed, program), /not known whether it was paid/);
  await expectSold(1, 'with every answer lost');
  if (!existsSync(join(folder, `${language}.payment`))) throw new Error('the payment was not kept');
  if (!/^[a-z_]+: /.test(perform(program))) throw new Error('the second run had no answer');
  await expectSold(1, 'and a second run');
  perform(program);
  await expectSold(2, 'and a new purchase');
  if (!chosen.asItIs) return;
  perform(chosen.asItIs.reduce(changed, program));
  await expectSold(3, 'and one signed for as long as the client does by itself');
});
