import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKS, Stage } from './stage.suite.ts';

const text = readFileSync(new URL('../../docs/checks.md', import.meta.url), 'utf8');
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1]!);
const parsed = commands.map((command) => {
  const [, path, body] = /POST http:\/\/127\.0\.0\.1:4021(\S+) [\s\S]* -d '([^']*)'/.exec(command)!;
  return { path: path!, body: body! };
});

it('has a runnable example of every check', () => {
  expect(parsed.map(({ path }) => path).sort()).toEqual(CHECKS.map(({ path }) => path).sort());
});

describe.each(parsed)('$path', ({ path, body }) => {
  it('answers its example', async () => {
    const check = CHECKS.find((each) => each.path === path)!;
    const response = await new Stage().post(path, body);
    expect(response.status).toBe(200);
    expect(check.response.safeParse(await response.json()).success).toBe(true);
  });
});

it('names every status', () => {
  for (const word of [
    'ready_to_buy',
    'redact_before_payment',
    'approved',
    'partly_understood',
    'needs_input',
    'ask_operator',
    'insufficient_evidence',
    'no_match',
    'never_seen',
  ])
    expect(text).toContain(word);
});
