import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Tables of `src` as data: each stands beside the declaration of its type, which the compiler believes unread. */
const TABLES = globSync('src/**/*.table.json').sort();

/** What the compiler says of each table, were it written as a value of its type. */
function faultsOf(texts: Readonly<Record<string, string>>): Readonly<Record<string, string[]>> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    process.cwd(),
  );
  const sources = new Map(
    Object.entries(texts).map(([path, text]) => [
      `${process.cwd()}/${path}.held.ts`,
      `import declared from './${basename(path)}' with { type: 'json' };\nexport const held: typeof declared = ${text};\n`,
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
  return Object.fromEntries(
    Object.keys(texts).map((path) => {
      const source = program.getSourceFile(`${process.cwd()}/${path}.held.ts`);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [path, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
}

test('every table is of the type that is declared for it', { timeout: 120_000 }, () => {
  const texts = Object.fromEntries(TABLES.map((path) => [path, readFileSync(path, 'utf8')]));
  expect(TABLES.length).toBeGreaterThan(0);
  const first = 'src/products/agent-revenue-audit/tables/frictions.table.json';
  const faults = faultsOf(texts);
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);

  const spoilt = texts[first]!.replace('"stage": "contact"', '"stage": "contcat"');
  expect(faultsOf({ [first]: spoilt })[first]!.join()).toContain('contcat');
});
