import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate, UNREAD_HINT } from './policy.ts';

const ROOT = new URL('../../', import.meta.url);
const filesLike = (pattern: string, least: number): readonly (readonly [name: string, text: string])[] =>
  globSync(pattern, { cwd: ROOT })
    .map((name) => [name, readFileSync(new URL(name, ROOT), 'utf8')] as const)
    .filter(([, text]) => text.length >= least);

const KILOBYTE = 1_000;
/** As a preview of 32 kB has room for it. */
const LARGEST = 31.9 * KILOBYTE;

/** What is said of a preview that holds a text among data. */
const verdictOf = (text: string) =>
  evaluate(
    { payloadPreview: text },
    { requireScope: false, intentFields: [], describing: [], redactable: true },
  ).policyCheck;
const cut = (text: string, most: number): string => text.slice(0, most);

describe('ordinary texts are read whole', () => {
  const ordinary: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    READMEs: filesLike('node_modules/{*,@*/*}/{README,readme,Readme}.md', 26 * KILOBYTE),
    // That of the policy names every encoding, with examples.
    'pages of ours': filesLike('docs/*.md', 20 * KILOBYTE).filter(([name]) => name !== 'docs/policy.md'),
    'JSON documents': [
      ...filesLike('docs/openapi.json', 1),
      ...filesLike('node_modules/{typescript/lib/{de,ru,ko}/*.json,mime-db/db.json}', 1),
    ],
    'source code': filesLike('src/**/*.ts', 15 * KILOBYTE).map(
      ([name, text]) => [name, cut(text, LARGEST / 2)] as const,
    ),
  };
  it.each(Object.entries(ordinary))('%s', (_kind, texts) => {
    expect(texts.length).toBeGreaterThan(2);
    for (const [name, text] of texts) expect(verdictOf(cut(text, LARGEST)).reason, name).toBeUndefined();
  });

  it('what a paid body has room for: 64 statements of prose, read for intent and harm', () => {
    const statements = filesLike('docs/{protocol,ledger,operators}.md', 1)
      .flatMap(([, text]) => text.split(/(?<=\.)\s+/))
      .filter((statement) => statement.length > 80)
      .map((statement) => cut(statement, 180));
    expect(statements.length).toBeGreaterThan(192);
    for (let from = 0; from < 192; from += 64) {
      const knownSignals = statements.slice(from, from + 64).join('\n');
      expect(evaluate({ knownSignals }, { requireScope: false }).policyCheck.reason).toBeUndefined();
    }
  });

  it('the longest rows of the sets, as goals', () => {
    const rows = filesLike('data/policy/*.jsonl', 1)
      .flatMap(([, lines]) => lines.split('\n').filter(Boolean))
      .map((line) => (JSON.parse(line) as { text: string }).text)
      .sort((a, b) => b.length - a.length);
    expect(rows.length).toBeGreaterThan(5_000);
    for (const text of rows.slice(0, 100)) {
      expect(evaluate({ goal: text }).policyCheck.reason, text).toBeUndefined();
    }
  });
});

describe('a text that is too dense', () => {
  // Look-alikes around encoded numbers: more readings than 32 kB of anything else has.
  const dense = (size: number): string => cut('p\u0430ss %2541 4155550100 &#97;1. '.repeat(2_000), size);
  it('is stopped, and told how to send it', () => {
    expect(verdictOf(dense(LARGEST))).toMatchObject({
      decision: 'stop',
      reason: 'analysis_limit',
      rewriteHint: UNREAD_HINT,
    });
  });
  it('is read when so little of it is sent', () => {
    expect(UNREAD_HINT).toContain('less than 2 kB');
    expect(verdictOf(dense(2 * KILOBYTE)).reason).toBeUndefined();
  });
});
