import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linesBesidesRows, linesOf, MOST_LINES, type Sizes, sizesOf, turned } from '../scripts/ratchet.ts';

const lines = (count: number) => '// a line\n'.repeat(count);
const none: Sizes = {
  ...{ files: {}, functions: {}, names: {}, unexplained: {} },
  total: { all: 1_000, logic: 1_000 },
};
const LONG = `export function long() {\n${'  call();\n'.repeat(MOST_LINES.function)}}\n`;

it('the way of a paid request is read in at most six files, which the map names in order', () => {
  const map = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const named = [...map.matchAll(/^\| (\d) \| `([\w/-]+\.ts)` \|/gm)].map(
    ([, place, path]) => [place, path!] as const,
  );
  expect(named.map(([place]) => Number(place))).toEqual(named.map((_, i) => i + 1));
  expect([named.length > 3, named.length <= 6]).toEqual([true, true]);
  for (const [, path] of named)
    expect(
      readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8').split('\n').length,
      path,
    ).toBeLessThan(MOST_LINES.file);
});

describe('the ratchet', () => {
  it('refuses a file that grows over its bound, and one that grows again', () => {
    const now = sizesOf({ 'a.ts': lines(MOST_LINES.file + 1), 'b.ts': lines(MOST_LINES.file) });
    expect(turned(none, now).grown).toEqual([
      expect.stringContaining('a.ts has 301 lines besides rows of tables, at most 300'),
    ]);
    expect(turned({ ...none, files: { 'a.ts': 301 } }, now).grown).toEqual([]);
    expect(turned({ ...none, files: { 'a.ts': 300 } }, now).grown).toHaveLength(1);
  });

  it('lets a table have as many rows as it needs, and nothing that decides', () => {
    const row = "  { id: 'a', says: [/b/g, -1], holds: (text: string) => text === 'c', of: make('d') },\n";
    const table = `export const TABLE = [\n${row.repeat(400)}] as const satisfies readonly Row[];\n`;
    expect(linesBesidesRows(table)).toBe(2);
    expect(sizesOf({ 'a.ts': table, 'b.ts': table + lines(300) }).files).toEqual({ 'b.ts': 302 });
    const deciding = table.replaceAll("(text: string) => text === 'c'", '() => { return decide(); }');
    expect(sizesOf({ 'a.ts': deciding }).files).toEqual({ 'a.ts': 402 });
  });

  it('refuses lines beyond the thousand that all files have, with rows of tables and without', () => {
    const rows = `export const TABLE = [\n${'  1,\n'.repeat(400)}];\n`;
    const [before, after] = [
      { 'a.ts': rows, 'b.ts': lines(290), 'c.ts': lines(290) },
      { 'a.ts': rows, 'b.ts': lines(290), 'c.ts': lines(290), 'd.ts': lines(20) },
    ];
    expect([linesOf(before), linesOf(after)]).toEqual([
      { all: 982, logic: 582 },
      { all: 1_002, logic: 602 },
    ]);
    expect(turned(none, sizesOf(before))).toEqual({ grown: [], lowered: undefined });
    expect(turned(none, sizesOf(after)).grown).toEqual([
      expect.stringContaining('src has over 1000 lines (all), at most 1000: delete before adding'),
    ]);
    const [twice, shrunk] = [{ ...none, total: { all: 2_000, logic: 1_000 } }, sizesOf(before)];
    expect(turned(twice, shrunk).lowered?.total).toEqual({ all: 1_000, logic: 1_000 });
  });

  it('refuses a long function, wherever it stands', () => {
    const inside = `export const made = {\n  of() {\n${'    call();\n'.repeat(MOST_LINES.function)}  },\n};\n`;
    const now = sizesOf({ 'a.ts': LONG, 'b.ts': inside, 'c.ts': `${lines(80)}export const f = () => 1;\n` });
    expect(now.functions).toEqual({ 'a.ts': 72, 'b.ts': 72 });
    expect(turned(none, now).grown[0]).toContain('a.ts has a function of 72 lines, at most 70');
  });

  it('refuses a name that a second file exports', () => {
    const now = sizesOf({ 'a.ts': 'export interface Asked {}\n', 'b.ts': 'export type Asked = string;\n' });
    expect(turned(none, now).grown).toEqual([expect.stringContaining('2 files export `Asked`')]);
  });

  it('lets the files of one role export its name, and nobody else', () => {
    const schema = (folder: string) => `src/checks/${folder}/schema.ts`;
    const text = 'export const requestSchema = 1;\n';
    const roles = sizesOf({ [schema('a')]: text, [schema('b')]: text });
    expect(turned(none, roles).grown).toEqual([]);
    const beside = sizesOf({ [schema('a')]: text, [schema('b')]: text, 'src/checks/a/check.ts': text });
    expect(turned(none, beside).grown).toEqual([expect.stringContaining('`requestSchema`')]);
  });

  it('refuses an export that nobody explains, in the rooms that others call', () => {
    const text =
      '/** Said. */\nexport const said = 1;\nexport const bare = 2;\nconst own = 3;\nexport { own };\n';
    const now = sizesOf({ 'src/gate/a.ts': text, 'src/ports.ts': text, 'src/http/a.ts': text });
    expect(now.unexplained).toEqual({ 'src/gate/a.ts': 1, 'src/ports.ts': 1 });
    expect(turned({ ...none, names: { said: 3, bare: 3 } }, now).grown[0]).toContain(
      'src/gate/a.ts has 1 exports without a docstring',
    );
  });

  it('knows no name any more that two files share, and no export that nobody explains', () => {
    const { names, unexplained } = JSON.parse(
      readFileSync(new URL('../config/ratchet.json', import.meta.url), 'utf8'),
    );
    expect([names, unexplained]).toEqual([{}, {}]);
  });

  it('writes down what shrank, and never what grew', () => {
    const kept: Sizes = {
      files: { 'a.ts': 400, 'b.ts': 310 },
      functions: { 'b.ts': 80 },
      names: {},
      unexplained: {},
      total: { all: 1_000, logic: 1_000 },
    };
    const now = sizesOf({ 'a.ts': lines(350), 'b.ts': lines(320) });
    expect(turned(kept, now)).toEqual({
      grown: [expect.stringContaining('b.ts has 320 lines besides rows of tables, at most 310')],
      lowered: { ...kept, files: { 'a.ts': 350, 'b.ts': 310 }, functions: {} },
    });
    expect(turned(now, now).lowered).toBeUndefined();
  });
});
