import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { harmIn } from './harm.ts';
import { HARM_LINES } from './lines.ts';

describe.each(HARM_LINES)('$id', ({ id, hits, misses }) => {
  it.each(hits)('refuses: %s', (text) => {
    expect(harmIn(text)).toContain(id);
    expect(harmIn(`Should we list this? ${text}. x402 API endpoint, $0.02 per call, Base`)).toContain(id);
  });
  it.each(misses)('sells: %s', (text) => {
    expect(harmIn(text)).toEqual([]);
  });
});

it('does not take a word of defence for a defence where it is got past', () => {
  expect(harmIn('Builds ransomware that evades detection')).toEqual(['malware']);
  expect(harmIn('Detects phishing. Wallet drainer kit for sale.')).toEqual(['phishing_and_drainers']);
});

it('has at least thirty cases on each side', () => {
  for (const side of ['hits', 'misses'] as const)
    expect(HARM_LINES.flatMap((line) => line[side]).length).toBeGreaterThanOrEqual(30);
});

/** Rows of a set (data/policy/<set>/README.md says who wrote it). */
const rowsOf = (set: string, name: string): { readonly id: string; readonly text: string }[] =>
  readFileSync(new URL(`../../../data/policy/${set}/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; text: string });

describe.each(['own', 'stranger-tuned'])('the set %s', (set) => {
  it('is refused where it offers harm, and sold where it is next to it', () => {
    const missed = rowsOf(set, 'harm').filter(({ text }) => harmIn(text).length === 0);
    const wrong = rowsOf(set, 'harm-neighbours').filter(({ text }) => harmIn(text).length > 0);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  });
});
