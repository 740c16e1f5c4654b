/**
 * What may only get smaller: files over 300 lines besides the rows of their tables, functions over 70, names that two files export, exports that nobody
 * explains in the rooms that others call, and the lines of `src` as a whole. `config/ratchet.json` holds today's figures. A figure that grows fails the
 * check; one that shrinks is written down by `npm run fix`. `--count <folder>` counts a checkout of another day by the same rule.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

export const MOST_LINES = { file: 300, function: 70 };
/** Lines of `src` are held by the thousand, so that branches seldom write the same figure. */
const STEP = 1_000;

/** Lines by file, lines of the longest function by file, files by exported name: only what is over its bound. */
export interface Sizes {
  files: Record<string, number>;
  functions: Record<string, number>;
  /** How many files export the name. */
  names: Record<string, number>;
  /** Exports without a docstring, by file of the rooms in {@link EXPLAINED}. */
  unexplained: Record<string, number>;
  /** Lines of all files, up to the next thousand: `all`, and `logic`, which leaves out the rows of tables. */
  total: Record<string, number>;
}

/** What other rooms and other people's programs call: every export says what it takes, gives and refuses. */
const EXPLAINED = /^src\/(?:ports[\w-]*\.ts|declare[\w-]*\.ts|(?:gate|accounting|buyer|values)\/.*)$/;

/**
 * Names that many files may export, since each of them plays one role: its part of a table, or the schema of its own
 * check. By name, the files that may. Everywhere else one word is one thing.
 */
const ROLES: Readonly<Record<string, RegExp>> = {
  /** What the catalogue publishes of a folder, by the index that is derived from them. */
  FREE: /\/checks\/[^/]+\/check\.ts$/,
  requestSchema: /\/(?:checks|products)\/[^/]+\/schema\.ts$/,
  responseSchema: /\/(?:checks|products)\/[^/]+\/schema\.ts$/,
};

const KEPT = new URL('../config/ratchet.json', import.meta.url);
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Lines of the longest function of a source text; 0 without one. */
export function longestFunction(text: string): number {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  let longest = 0;
  const visit = (node: ts.Node): void => {
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
    if (lines <= longest) return;
    if (ts.isFunctionLike(node) && 'body' in node && node.body) longest = lines;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return longest;
}

/** What a row of a table is made of: literals, names, calls that make a row of them, and a predicate of one line. */
function isRow(node: ts.Node): boolean {
  if (ts.isArrowFunction(node)) return !ts.isBlock(node.body);
  if (ts.isPropertyAccessExpression(node)) return isRow(node.expression);
  return (
    ROW_KINDS.has(node.kind) && !ts.forEachChild(node, (child) => !isRow(child) && !ts.isTypeNode(child))
  );
}
const { SyntaxKind: Kind } = ts;
const ROW_KINDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[Kind.StringLiteral, Kind.NumericLiteral, Kind.BigIntLiteral, Kind.NoSubstitutionTemplateLiteral],
  ...[Kind.RegularExpressionLiteral, Kind.TrueKeyword, Kind.FalseKeyword, Kind.NullKeyword, Kind.Identifier],
  ...[Kind.ArrayLiteralExpression, Kind.ObjectLiteralExpression, Kind.PropertyAssignment],
  ...[Kind.ShorthandPropertyAssignment, Kind.SpreadAssignment, Kind.SpreadElement, Kind.CallExpression],
  ...[Kind.NewExpression, Kind.AsExpression, Kind.SatisfiesExpression, Kind.ParenthesizedExpression],
  ...[Kind.PrefixUnaryExpression, Kind.TemplateExpression, Kind.TemplateSpan, Kind.TemplateHead],
  ...[Kind.TemplateMiddle, Kind.TemplateTail, Kind.TaggedTemplateExpression, Kind.BinaryExpression],
  ...[Kind.PlusToken, Kind.ElementAccessExpression, Kind.NonNullExpression],
]);

/** Lines of a source text without the rows of its tables: a table may have as many as it needs. */
export function linesBesidesRows(text: string): number {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const rows = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => rowsOf(initializer))
    .filter(isRow);
  const linesOf = (row: ts.Node) => lineOf(row.end) - lineOf(row.getStart(source)) + 1;
  return text.split('\n').length - 1 - rows.reduce((sum, row) => sum + linesOf(row), 0);
}

/** The elements of a list, or the members of an object. */
function rowsOf(table: ts.Node | undefined): readonly ts.Node[] {
  if (table && (ts.isAsExpression(table) || ts.isSatisfiesExpression(table))) return rowsOf(table.expression);
  if (table && ts.isArrayLiteralExpression(table)) return table.elements;
  return table && ts.isObjectLiteralExpression(table) ? table.properties : [];
}

/** How many declarations a source text exports without a docstring. */
export function unexplainedIn(text: string): number {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const isBare = (node: ts.Statement): boolean =>
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) &&
    ts.getJSDocCommentsAndTags(node).length === 0;
  return source.statements.filter(isBare).length;
}

/** Lines of all texts, and without the rows of their tables. @param sources text by path */
export function linesOf(sources: Readonly<Record<string, string>>): { all: number; logic: number } {
  const texts = Object.values(sources);
  return {
    all: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    logic: texts.reduce((sum, text) => sum + linesBesidesRows(text), 0),
  };
}

/** @param sources text by path */
export function sizesOf(sources: Readonly<Record<string, string>>): Sizes {
  const sizes: Sizes = { files: {}, functions: {}, names: {}, unexplained: {}, total: {} };
  const exporters = new Map<string, string[]>();
  for (const [path, text] of Object.entries(sources)) {
    const lines = text.split('\n').length - 1;
    const besides = lines > MOST_LINES.file ? linesBesidesRows(text) : 0;
    if (besides > MOST_LINES.file) sizes.files[path] = besides;
    const longest = lines > MOST_LINES.function ? longestFunction(text) : 0;
    if (longest > MOST_LINES.function) sizes.functions[path] = longest;
    const unexplained = EXPLAINED.test(path) ? unexplainedIn(text) : 0;
    if (unexplained > 0) sizes.unexplained[path] = unexplained;
    for (const name of new Set([...text.matchAll(EXPORT)].map((match) => match[1]!)))
      exporters.set(name, [...(exporters.get(name) ?? []), ROLES[name]?.test(path) ? 'its role' : path]);
  }
  for (const [kind, lines] of Object.entries(linesOf(sources)))
    sizes.total[kind] = Math.ceil(lines / STEP) * STEP;
  for (const [name, places] of exporters) {
    const { size } = new Set(places);
    if (size > 1) sizes.names[name] = size;
  }
  return sizes;
}

const SAID: Readonly<Record<keyof Sizes, (of: string, now: number, kept: number | undefined) => string>> = {
  files: (path, now, kept) =>
    `${path} has ${now} lines besides rows of tables, at most ${kept ?? MOST_LINES.file}: move a part into a file of its own`,
  functions: (path, now, kept) =>
    `${path} has a function of ${now} lines, at most ${kept ?? MOST_LINES.function}: give a part of it a name`,
  names: (name, now) => `${now} files export \`${name}\`: one word, one thing; name what this one is`,
  total: (kind, now, kept) =>
    `src has over ${now - STEP} lines (${kind}), at most ${kept ?? 0}: delete before adding, or move rows into a table of data`,
  unexplained: (path, now) =>
    `${path} has ${now} exports without a docstring: say what each takes, gives and refuses`,
};

/** What grew, in sentences; and what may be written down since it shrank. */
export function turned(kept: Sizes, now: Sizes): { grown: string[]; lowered: Sizes | undefined } {
  const grown: string[] = [];
  const next: Sizes = { files: {}, functions: {}, names: {}, unexplained: {}, total: {} };
  for (const kind of ['files', 'functions', 'names', 'unexplained', 'total'] as const) {
    for (const [of, figure] of Object.entries(now[kind]))
      if (figure > (kept[kind][of] ?? 0)) grown.push(SAID[kind](of, figure, kept[kind][of]));
    for (const [of, figure] of Object.entries(kept[kind]))
      if (now[kind][of] !== undefined) next[kind][of] = Math.min(figure, now[kind][of]);
  }
  return { grown, lowered: JSON.stringify(next) === JSON.stringify(kept) ? undefined : next };
}

/** The product's own sources: tests, their tools and what is derived may be as long as they need. */
function sources(root = fileURLToPath(new URL('../', import.meta.url))): Record<string, string> {
  const paths = globSync('src/**/*.ts', { cwd: root }).sort();
  const own = paths.filter((path) => !/(?:\.(?:test|suite|derived)|testing)\.ts$/.test(path));
  return Object.fromEntries(own.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lower: { type: 'boolean' }, count: { type: 'string' } } });
  if (values.count !== undefined) {
    console.log(linesOf(sources(values.count)));
    process.exit();
  }
  const now = sizesOf(sources());
  const first = !existsSync(KEPT);
  const kept: Sizes = first ? now : JSON.parse(readFileSync(KEPT, 'utf8'));
  const { grown, lowered } = turned(kept, now);
  if (values.lower && (lowered || first))
    writeFileSync(KEPT, `${JSON.stringify(lowered ?? kept, null, 2)}\n`);
  else if (lowered) grown.push('config/ratchet.json may be lowered: run `npm run fix`');
  if (grown.length > 0) {
    console.error(`${grown.join('\n')}\n(AGENTS.md: house rules)`);
    process.exitCode = 1;
  }
}
