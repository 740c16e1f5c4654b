import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Tables of `src` as data: each stands beside the declaration of its type, which the compiler believes unread. */
const TABLES = globSync('src/**/*.table.json').sort();

/** A text that stands for a table, for the compiler to read. */
type Held = readonly [table: string, text: string];

/** What the compiler says of each text, were it written as a value of the type that its table is declared to be. */
function faultsOf(held: readonly Held[]): readonly string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    process.cwd(),
  );
  const sources = new Map(
    held.map(([table, text], at) => [
      `${process.cwd()}/${table}.${at}.ts`,
      `import declared from './${basename(table)}' with { type: 'json' };\nexport const held: typeof declared = ${text};\n`,
    ]),
  );
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const text = sources.get(path);
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...sources.keys()], { ...options, noEmit: true }, host);
  return [...sources.keys()].map((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .join('\n');
  });
}

test('every table is of the type that is declared for it', { timeout: 240_000 }, () => {
  const held = TABLES.map((table) => [table, readFileSync(table, 'utf8')] as const);
  const [table, text] = held.find(([path]) => path.endsWith('/frictions.table.json'))!;
  const spoilt = text.replace('"stage": "contact"', '"stage": "contcat"');
  const faults = faultsOf([...held, [table, spoilt]]);
  expect(TABLES.filter((_, at) => faults[at] !== '').map((path, at) => [path, faults[at]])).toEqual([]);
  expect(faults.at(-1)).toContain('contcat');
});
