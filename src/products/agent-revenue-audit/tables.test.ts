import { expect, test } from 'vitest';
import { ARCHETYPE_IDS } from './archetypes.testing.ts';
import { UNWANTED } from './consistency.ts';
import { PATTERNS } from './patterns.ts';
import { BANDS } from './tables/bands.ts';
import { QUESTIONS } from './tables/cues.ts';
import { DIAGNOSIS, TOPICS } from './tables/expert.ts';
import { FRICTIONS, STAGES, STRUCTURAL } from './tables/frictions.ts';
import { EXTRA, GIVES_WAY, OWN_DAY, PLAN, WEEK } from './tables/plan.ts';
import { ROUTES } from './tables/routes.ts';

const unique = (list: readonly string[]) => new Set(list).size === list.length;

test('twenty-seven archetypes, thirty-nine frictions, one row for one id and one path', () => {
  expect(ARCHETYPE_IDS).toHaveLength(27);
  expect(FRICTIONS.map((row) => row.id)).toEqual(
    Array.from({ length: 39 }, (_, i) => `F${String(i + 1).padStart(2, '0')}`),
  );
  expect(unique(FRICTIONS.map((row) => row.name))).toBe(true);
  expect(unique(ROUTES.map((row) => row.id))).toBe(true);
  expect(unique(ROUTES.map((row) => row.path))).toBe(true);
  expect(unique(BANDS.map((row) => row.id))).toBe(true);
  expect(unique(QUESTIONS.map((row) => row.id))).toBe(true);
});

test('references between tables hold', () => {
  const [bands, frictions, days] = [
    BANDS.map((row) => row.id),
    FRICTIONS.map((row) => row.id),
    PLAN.map((row) => row.id),
  ];
  for (const row of ROUTES) expect(bands).toContain(row.band);
  const priced = ROUTES.flatMap(({ band, bandByHand = band }) => [band, bandByHand]);
  for (const band of bands) expect(priced).toContain(band);
  for (const row of FRICTIONS) {
    expect(days).toContain(row.day);
    expect(STAGES).toContain(row.stage);
  }
  for (const [archetype, ids] of Object.entries(STRUCTURAL)) {
    expect([...ARCHETYPE_IDS, ...ROUTES.map((row) => row.id)]).toContain(archetype);
    for (const id of ids) expect(frictions).toContain(id);
  }
  for (const week of [...Object.values(WEEK), EXTRA, GIVES_WAY, Object.values(OWN_DAY)])
    for (const id of week) expect(days).toContain(id);
  for (const { into } of PLAN) if (into) expect(days).toContain(into);
});

test.each(ROUTES)('route $id can be tried by a stranger', (row) => {
  expect(row.request.length).toBeLessThanOrEqual(6);
  expect(row.request.length).toBeGreaterThan(0);
  expect(unique(row.request.map((field) => field.name))).toBe(true);
  expect(unique(row.response.map((field) => field.name))).toBe(true);
  expect(row.notFirst.length).toBeGreaterThanOrEqual(2);
  const names = row.request.map((field) => field.name).join(' ');
  expect(names).not.toMatch(/email|phone|person|wallet|account|apiKey|password/iu);
  if (row.method === 'GET')
    for (const field of row.request) expect(['string', 'integer']).toContain(field.schema.type);
});

test('no row of ours names regulated or unwanted work, outside the cues that recognise it', () => {
  const prose = [
    ...ROUTES.flatMap(({ cues: _, ...row }) => [JSON.stringify(row)]),
    ...FRICTIONS.map(({ effect, fix, done }) => JSON.stringify([effect, fix, done])),
    ...[...PLAN, ...TOPICS, ...DIAGNOSIS].map((row) => JSON.stringify(row)),
    ...QUESTIONS.map((row) => row.ask),
  ];
  for (const text of prose) expect(text.replaceAll('legalForm', '')).not.toMatch(UNWANTED);
});

test('every pattern that meets a text is bounded', () => {
  for (const { source } of PATTERNS) {
    const bare = source
      .replace(/\\p\{\w+\}/gu, 'x')
      .replace(/\\./gu, 'x')
      .replace(/\[[^\]]*\]/gu, 'x');
    expect(bare).not.toMatch(/[*+]|\{\d+,\}/u);
    expect(bare).not.toMatch(/\(\?<?[=!][^)]*[*+{]/u);
  }
});
