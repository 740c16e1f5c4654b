import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { shippedEditions } from '../adapters/edition-files.ts';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { type BuildMatch, matchIdOf } from '../ledger/match.ts';
import type { Edition } from '../ledger/schema.ts';
import { compatibilityWitness } from '../products/x402-compatibility-witness/product.ts';
import type { Witness } from '../products/x402-compatibility-witness/schema.ts';
import { digestBytes, digestJson } from '../values/digest.ts';
import { verifyCommand } from './verify.ts';

/** `assay verify`: 0 holds, 1 does not, 2 cannot be read; and nothing is ever thrown at whoever asks. */

const folder = mkdtempSync(join(tmpdir(), 'assay-verify-'));
const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

const keysAt = (name: string) =>
  openSigningKeys(join(folder, name), 'https://api.example', { create: true, now: 0 });
const seller = keysAt('seller.json');

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const BODY = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0xff]);
const payload = { transaction: '0xab', bodyDigest: digestBytes(BODY) };
const jws = await seller.signer.sign(payload);
const receipt = file('receipt.jws', `${jws}\n`);
const saved = file('saved.json', JSON.stringify({ answer: {}, deliveryReceipt: jws }));
const challenge = file(
  'challenge.json',
  JSON.stringify({ extensions: { 'offer-receipt': { info: { offers: [{ signature: jws }] } } } }),
);
const keys = file('jwks.json', JSON.stringify(seller.jwks));
const strangers = file('strangers.json', JSON.stringify(keysAt('stranger.json').jwks));
const body = file('body.bin', BODY);
const text = file('text.txt', 'neither JSON nor a JWS');
const nowhere = join(folder, 'nowhere');

async function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  process.exitCode = 0;
  await verifyCommand().parseAsync(args, { from: 'user' });
  return { code: process.exitCode, out: out.mock.calls.join('\n'), err: err.mock.calls.join('\n') };
}

describe('assay verify', () => {
  it.each([
    ['receipt', receipt],
    ['receipt', saved],
    ['offer', receipt],
    ['offer', challenge],
  ])('%s %s holds', async (what, path) => {
    const { code, out, err } = await verify(what, path, '--keys', keys, '--body', body, '--json');
    expect([code, JSON.parse(out), err]).toEqual([0, payload, '']);
  });

  it.each([
    ['other keys', ['--keys', strangers], /not signed with one of these keys/],
    ['another body', ['--keys', keys, '--body', receipt], /is for other bytes than/],
  ])('does not hold with %s', async (_what, flags, says) => {
    const { code, out, err } = await verify('receipt', receipt, ...flags);
    expect([code, out, says.test(err)]).toEqual([1, '', true]);
  });

  const NO_KEYS: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['no member of that name', {}],
    ['an empty list', { keys: [] }],
    ['no list', { keys: 'x' }],
    ['numbers', { keys: [1] }],
    ['nothing in the list', { keys: [null] }],
    ['a key that is too short', { keys: [{ ...seller.jwks.keys[0], x: 'AAAA' }] }],
  ];
  const UNREADABLE: readonly (readonly [string, readonly string[], string])[] = [
    ['<file> does not exist', [nowhere, '--keys', keys], `${nowhere} cannot be read`],
    ['<file> is a folder', [folder, '--keys', keys], `${folder} cannot be read`],
    ['<file> is other text', [text, '--keys', keys], `${text} holds no receipt`],
    ['<file> is the JSON null', [file('null.json', 'null'), '--keys', keys], 'null.json holds no receipt'],
    [
      '<file> names no text as its receipt',
      [file('number.json', '{"deliveryReceipt":1}'), '--keys', keys],
      'number.json holds no receipt',
    ],
    ['--keys does not exist', [receipt, '--keys', nowhere], `${nowhere} cannot be read`],
    ['--keys is no JSON', [receipt, '--keys', text], `${text} holds no keys`],
    ...NO_KEYS.map(
      ([what, content]) =>
        [
          `--keys holds ${what}`,
          [receipt, '--keys', file(`no keys, ${what}.json`, JSON.stringify(content))],
          'holds no keys',
        ] as const,
    ),
    ['--body does not exist', [receipt, '--keys', keys, '--body', nowhere], `${nowhere} cannot be read`],
  ];
  it.each(UNREADABLE)('cannot be read when %s', async (_name, args, says) => {
    const { code, out, err } = await verify('receipt', ...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
  });

  it('edition reads keys the same way', async () => {
    const { code, err } = await verify('edition', receipt, '--keys', text);
    expect([code, err]).toEqual([2, `${text} holds no keys`]);
  });
});

describe('assay verify witness', async () => {
  const [, newest] = shippedEditions().editions;
  const edition = JSON.parse(newest!.text) as Edition;
  const said: BuildMatch = {
    ...{ match: 'exact', client: '@x402/fetch', asked: '2.27.0', version: '2.27.0' },
    ...{ protocol: 'x402v2', method: 'GET', priceAtomic: null },
  };
  const [form] = compatibilityWitness.forms;
  const bought = form!.run({ match: matchIdOf(said, '0'.repeat(64)) } as never, {
    ...{ asOf: Date.parse(edition.generatedAt) + 60_000, release: 'v0' },
    edition: { digest: edition.contentDigest, document: edition } as never,
  });
  const witness = file('witness.json', JSON.stringify(bought));
  const signed = await seller.signer.sign({ bodyDigest: digestBytes(JSON.stringify(bought)) });
  const saved = (name: string, answer: object, deliveryReceipt: string) =>
    file(name, JSON.stringify({ answer, deliveryReceipt }, null, 2));
  const receipted = saved('bought.json', bought, signed);
  const changed = file('changed.json', JSON.stringify({ ...bought, verdict: 'compatible' }));
  const { contentDigest: _digest, signature, ...content } = { ...(bought as Witness), moneyRisks: [] };
  const forgery = { ...content, contentDigest: digestJson(content), signature };
  const forged = file('forged.json', JSON.stringify(forgery));
  const at = file('edition.json', newest!.text);
  // Keys of the release, that signed the edition, beside those of the seller.
  const released = JSON.parse(readFileSync('data/ledger/editions/jwks.json', 'utf8')) as typeof seller.jwks;
  const both = file('both.json', JSON.stringify({ keys: [...seller.jwks.keys, ...released.keys] }));

  it.each([
    [[witness], 1, 'not proved, so anybody may have changed it: verdict, conditions, moneyRisks'],
    [[witness, '--json'], 1, '"ok":false'],
    [[witness, '--edition', at], 0, 'holds for @x402/fetch 2.27.0 over x402v2'],
    [[witness, '--edition', at, '--json'], 0, '"ok":true'],
    [[forged], 1, 'not proved'],
    [[forged, '--edition', at], 1, 'not what this release computes'],
    [[receipted, '--keys', both], 0, "the seller's delivery receipt is over these bytes"],
    [[receipted], 1, 'not proved'],
    [[saved('swapped.json', forgery, signed), '--keys', both], 1, 'is for another answer'],
    [[changed], 1, 'contentDigest is not the digest'],
    [[witness, '--keys', strangers], 1, 'not signed with a key'],
    [[witness, '--edition', text], 2, 'not JSON'],
    [[text], 2, 'holds no JSON'],
    [[nowhere], 2, 'cannot be read'],
  ])('%j ends with %i', async (args, expected, says) => {
    const { code, out, err } = await verify('witness', ...args);
    expect([code, out + err]).toEqual([expected, expect.stringContaining(says)]);
  });
});
