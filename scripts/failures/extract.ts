/**
 * What the installed SDKs say when a payment fails: reason codes and the templates of thrown messages, read out of the
 * syntax trees of their published JavaScript. A value that is put into a message becomes a hole.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { HOLE } from '../../src/checks/failure-signature/dictionary/hole.ts';
import type { NpmLock } from '../../src/lab/lock.ts';

/** One code or template in one installed package. */
export interface Said {
  readonly kind: 'code' | 'message';
  readonly text: string;
}

export interface InstalledSdk {
  /** Folder in the repository. */
  readonly folder: string;
  /** As published. */
  readonly name: string;
  readonly version: string;
}

const SDK = /^(?:@x402\/[\w-]+|x402(?:-[\w-]+)?|mppx)$/;
/** A hosted facilitator publishes its reasons in the types of its client, which says many other things besides. */
const FACILITATOR = {
  name: '@coinbase/cdp-sdk',
  file: '_esm/openapi-client/generated/coinbaseDeveloperPlatformAPIs.schemas.js',
  enums: /^X402\w*Reason$/,
} as const;

/** Every package of the lock file that speaks x402 or MPP, whatever name it is installed under, and the hosted facilitator's. */
export const installedSdks = (lock: NpmLock): readonly InstalledSdk[] =>
  Object.entries(lock)
    .flatMap(([folder, { name, version }]) => {
      const published = name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return version && (SDK.test(published) || published === FACILITATOR.name)
        ? [{ folder, name: published, version }]
        : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || byVersion(a.version, b.version));

export const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Larger files are other packages bundled in: paywall pages, a command line with its libraries. */
const MAX_FILE_BYTES = 400_000;

export function saidBy(root: string, sdk: InstalledSdk): readonly Said[] {
  const found = new Map<string, Said>();
  const add = (said: Said) => found.set(`${said.kind} ${said.text}`, said);
  if (sdk.name === FACILITATOR.name) readEnums(join(root, sdk.folder, FACILITATOR.file), add);
  else for (const file of sourcesIn(join(root, sdk.folder))) read(file, add);
  return [...found.values()].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}

/** The ES modules of a package, or its only modules: the CommonJS copies say the same. What tests a server fails nobody. */
function sourcesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^dist\//.test(name) && !/(^|\/)(?:node_modules|paywall|validate)\//.test(name))
    .map((name) => join(folder, name));
  const modules = files.filter((name) => name.endsWith('.mjs'));
  return (modules.length > 0 ? modules : files.filter((name) => name.endsWith('.js'))).filter(
    (name) => statSync(name).size <= MAX_FILE_BYTES,
  );
}

/** Members whose value is what a caller is told. */
const TELLING = new Set([
  'invalidReason',
  'invalidMessage',
  'errorReason',
  'errorMessage',
  'error',
  'message',
  'reason',
  'detail',
  'details',
  'code',
  'errorCode',
]);
/** Of an error class its title is told too. */
const TELLING_OF_ERROR = new Set([...TELLING, 'title']);
const CODE = /^(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;
const PROBLEM_TYPE = /^https:\/\/paymentauth\.org\/problems\/([\w/-]+)$/;

function read(file: string, add: (said: Said) => void): void {
  const tree = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.JS,
  );
  const tell = (node: ts.Expression | undefined) => {
    for (const text of node ? templatesOf(node) : []) {
      const said = saidIn(text);
      if (said) add(said);
    }
  };
  const visit = (node: ts.Node, inError: boolean): void => {
    let within = inError;
    if (ts.isClassLike(node)) within = extendsError(node);
    if (ts.isNewExpression(node) && /(Error|Exception)$/.test(nameOf(node.expression)))
      node.arguments?.forEach(tell);
    if (ts.isCallExpression(node) && isTelling(node, inError)) node.arguments.forEach(tell);
    if (ts.isPropertyAssignment(node) && TELLING.has(memberName(node.name))) tell(node.initializer);
    if (ts.isPropertyDeclaration(node) && within && TELLING_OF_ERROR.has(memberName(node.name)))
      tell(node.initializer);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
      fromConstant(node.name.text, node.initializer, tell);
    if (ts.isStringLiteral(node)) {
      const type = PROBLEM_TYPE.exec(node.text)?.[1];
      if (type) add({ kind: 'code', text: type });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(tree, false);
}

function readEnums(file: string, add: (said: Said) => void): void {
  const tree = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.JS,
  );
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && FACILITATOR.enums.test(name.text))
        fromConstant(name.text, initializer, (node) => {
          for (const text of templatesOf(node)) add({ kind: 'code', text });
        });
  }
}

const extendsError = (node: ts.ClassLikeDeclaration): boolean =>
  node.heritageClauses?.some(({ types }) =>
    types.some(({ expression }) => /Error$/.test(nameOf(expression))),
  ) ?? false;

/** `super("…")` of an error class, and helpers that are named for failing. */
const isTelling = ({ expression }: ts.CallExpression, inError: boolean): boolean =>
  (inError && expression.kind === ts.SyntaxKind.SuperKeyword) ||
  /^(?:fail\w*|reject\w*|refuse\w*|invalid\w*|\w*Error|\w*Failure)$/.test(nameOf(expression));

function fromConstant(
  name: string,
  value: ts.Expression | undefined,
  tell: (node: ts.Expression) => void,
): void {
  if (!value || !/^err(?=[A-Z_])|^ERR_|error|reason/i.test(name)) return;
  if (ts.isArrayLiteralExpression(value)) value.elements.forEach(tell);
  else if (ts.isObjectLiteralExpression(value))
    for (const member of value.properties) if (ts.isPropertyAssignment(member)) tell(member.initializer);
  if (ts.isStringLiteralLike(value)) tell(value);
}

function saidIn(text: string): Said | undefined {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (CODE.test(flat)) return { kind: 'code', text: flat };
  const words = flat.replaceAll(HOLE, ' ');
  return /[A-Za-z]{3,}[^A-Za-z]+[A-Za-z]{2,}/.test(words) ? { kind: 'message', text: flat } : undefined;
}

/** Every text that an expression may come to, with a hole for what is not known before. At most a handful. */
function templatesOf(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return templatesOf(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [...templatesOf(node.whenTrue), ...templatesOf(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<readonly string[]>(
      (heads, { expression, literal }) =>
        product(heads, insideOf(expression)).map((head) => head + literal.text),
      [node.head.text],
    );
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return product(insideOf(node.left), insideOf(node.right));
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...templatesOf(node.left), ...templatesOf(node.right)];
  }
  return [];
}

/** Inside another text: a hole, unless the text is known. */
function insideOf(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return insideOf(node.expression);
  if (ts.isConditionalExpression(node))
    return [...new Set([...insideOf(node.whenTrue), ...insideOf(node.whenFalse)])];
  const fallback = ts.isBinaryExpression(node) && node.operatorToken.kind !== ts.SyntaxKind.PlusToken;
  const found = fallback ? [] : templatesOf(node);
  return found.length === 0 || found.length > 4 ? [HOLE] : found;
}

const product = (heads: readonly string[], tails: readonly string[]): readonly string[] =>
  heads.flatMap((head) => tails.map((tail) => head + tail));

function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : '';
}

const memberName = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : '';
