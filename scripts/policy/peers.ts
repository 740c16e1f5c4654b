/**
 * Packages of npm that look for credentials or personal data, on the rows of a set. They are installed for one run, in a
 * folder that is removed: nothing else needs them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = [
  '@secretlint/core@13.0.7',
  '@secretlint/secretlint-rule-preset-recommend@13.0.7',
  'openredaction@1.1.5',
  'redact-pii@3.4.0',
];

/** Says of each text which peers found something in it. Runs in the folder of the packages. */
const ASK = `
import { readFileSync } from 'node:fs';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { OpenRedaction } from 'openredaction';
import redactPii from 'redact-pii';
const options = { config: { rules: [{ id: 'preset', rule: creator }] } };
const redactor = new redactPii.SyncRedactor();
const open = new OpenRedaction();
const found = [];
for (const content of JSON.parse(readFileSync('texts.json', 'utf8'))) {
  const source = { content, filePath: 'row.txt', contentType: 'text', ext: '.txt' };
  found.push({
    secretlint: (await lintSource({ source, options })).messages.length > 0,
    openredaction: (await open.detect(content)).detections.length > 0,
    'redact-pii': redactor.redact(content) !== content,
  });
}
process.stdout.write('\\n' + JSON.stringify(found));
`;

export type Found = Readonly<Record<string, boolean>>;

let installed: string | undefined;

/** The folder of the packages, installed once a run. */
function folderOfPeers(): string {
  if (installed !== undefined) return installed;
  const folder = mkdtempSync(join(tmpdir(), 'policy-peers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES]);
  writeFileSync(join(folder, 'ask.mjs'), ASK);
  installed = folder;
  return folder;
}

const run = (cwd: string, command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** What each peer found in each text, in the order of the texts. Throws when npm cannot bring the packages. */
export function askPeers(texts: readonly string[]): readonly Found[] {
  const folder = folderOfPeers();
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts));
  // The answer is the last line: a peer may print what it likes before.
  const told = run(folder, process.execPath, ['ask.mjs']);
  return JSON.parse(told.slice(told.lastIndexOf('\n') + 1)) as Found[];
}

/** The heading of a set's README: who wrote it, and whether rules saw it. */
export const standingOf = (set: string): string =>
  (readFileSync(join(set, 'README.md'), 'utf8').split('\n')[0] ?? '').replace(/^# /, '');
