import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigningKeys, rotateSigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { DAY_MS } from '../values/time.ts';
import { buildEdition } from './build.ts';
import { includes, treeOf } from './merkle.ts';
import { type Edition, rowsOf } from './schema.ts';
import { SAMPLE_NOW, sampleEdition, sampleRecord } from './testing.ts';
import { signEdition, verifyChain, verifyContent, verifyEdition } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keysIn = (name: string, host = 'https://api.example') =>
  openSigningKeys(join(folder, name), host, { create: true, now: SAMPLE_NOW });
const { signer } = keysIn('keys.json');

/** A small edition: every byte of it is changed below. */
const small = (now: number, previous?: Edition) =>
  buildEdition(
    [sampleRecord(), sampleRecord({ behaviourId: 'B09', verdict: 'fail', distinctNonces: 2 })],
    [],
    previous,
    {
      release: 'v0.0.0-test',
      now,
      routes: [],
    },
  );

/** Five editions, each after the one before it. */
async function chainOf(length: number): Promise<Edition[]> {
  const editions: Edition[] = [];
  for (let i = 0; i < length; i++)
    editions.push(await signEdition(small(SAMPLE_NOW + i * DAY_MS, editions.at(-1)), signer));
  return editions;
}
const textsOf = (editions: readonly Edition[]) => editions.map((each) => JSON.stringify(each));

describe('an edition that was signed', () => {
  it('holds, and says the same when it is signed again', async () => {
    const edition = await signEdition(sampleEdition(), signer);
    expect(await verifyEdition(JSON.stringify(edition), signer.verify)).toEqual({ ok: true, edition });
    expect(await signEdition(edition, signer)).toEqual(edition);
  });

  it('holds whatever the order of its members is', async () => {
    const edition = await signEdition(small(SAMPLE_NOW), signer);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(edition).reverse()));
    expect((await verifyEdition(turned, signer.verify)).ok).toBe(true);
  });

  it('does not hold with another key, and does under another host with the same key', async () => {
    const text = JSON.stringify(await signEdition(small(SAMPLE_NOW), signer));
    expect(await verifyEdition(text, keysIn('other.json').signer.verify)).toMatchObject({
      fault: 'signature',
    });
    const moved = keysIn('keys.json', 'https://elsewhere.example');
    expect(await verifyEdition(text, moved.signer.verify)).toMatchObject({ fault: 'signature' });
    expect((await verifyEdition(text, verifierOf(moved.jwks))).ok).toBe(true);
  });

  it('holds after the key was rotated', async () => {
    const before = keysIn('rotated.json');
    const text = JSON.stringify(await signEdition(small(SAMPLE_NOW), before.signer));
    rotateSigningKeys(join(folder, 'rotated.json'), SAMPLE_NOW + 1);
    expect((await verifyEdition(text, keysIn('rotated.json').signer.verify)).ok).toBe(true);
  });

  it('does not hold when any byte of it is another one', async () => {
    const text = JSON.stringify(await signEdition(small(SAMPLE_NOW), signer));
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = bytes.slice();
          changed[at] = changed[at]! ^ flip;
          const verdict = await verifyEdition(new TextDecoder().decode(changed), signer.verify);
          expect([verdict.ok, at, flip]).toEqual([false, at, flip]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each(['signature', 'rowsJws', 'jws', 'kid'])(
    'does not hold when its %s was taken from another one',
    async (part) => {
      const [one, other] = await chainOf(2);
      const { signature } = one!;
      const changed =
        part === 'signature'
          ? { ...one!, signature: other!.signature }
          : {
              ...one!,
              signature: {
                ...signature,
                [part]: part === 'kid' ? 'did:web:x#y' : other!.signature[part as 'jws'],
              },
            };
      expect(await verifyEdition(JSON.stringify(changed), signer.verify)).toMatchObject({
        fault: 'signature',
      });
    },
  );

  it('does not hold with a member that nobody signed', async () => {
    const edition = await signEdition(small(SAMPLE_NOW), signer);
    expect(verifyContent(JSON.stringify({ ...edition, note: 'x' }))).toMatchObject({ fault: 'schema' });
    expect(verifyContent('{')).toMatchObject({ fault: 'unreadable' });
    expect(verifyContent('[]')).toMatchObject({ fault: 'schema' });
  });

  it('proves a row to somebody who has only the row, the proof and rowsJws', async () => {
    const edition = await signEdition(sampleEdition(), signer);
    const head = (await signer.verify(edition.signature.rowsJws)) as {
      rowsRoot: string;
      contentDigest: string;
    };
    const rows = rowsOf(edition);
    expect(head.contentDigest).toBe(edition.contentDigest);
    expect(includes(head.rowsRoot, rows[7], treeOf(rows).proof(7))).toBe(true);
  });
});

describe('a chain of editions', () => {
  it('holds from the first to the last, and from any one on', async () => {
    const editions = await chainOf(5);
    const texts = textsOf(editions);
    expect(await verifyChain(texts, signer.verify, { fromGenesis: true })).toEqual({ ok: true, editions });
    expect((await verifyChain(texts.slice(2), signer.verify)).ok).toBe(true);
    expect(await verifyChain(texts.slice(2), signer.verify, { fromGenesis: true })).toMatchObject({
      index: 0,
      fault: 'link',
    });
  });

  it.each([
    ['one is missing', (texts: string[]) => texts.toSpliced(2, 1), 2],
    ['two are exchanged', (texts: string[]) => [texts[0]!, texts[2]!, texts[1]!, ...texts.slice(3)], 1],
    ['one is there twice', (texts: string[]) => texts.toSpliced(3, 0, texts[2]!), 3],
  ])('names the first broken link when %s', async (_name, change, index) => {
    const texts = textsOf(await chainOf(5));
    expect(await verifyChain(change(texts), signer.verify)).toMatchObject({
      ok: false,
      index,
      fault: 'link',
    });
  });

  it('names the edition in which a byte was changed', async () => {
    const texts = textsOf(await chainOf(5));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 4 }), fc.nat(), async (which, place) => {
        const bytes = new TextEncoder().encode(texts[which]!);
        bytes[place % bytes.length]! ^= 1;
        const verdict = await verifyChain(texts.with(which, new TextDecoder().decode(bytes)), signer.verify);
        expect(verdict).toMatchObject({ ok: false, index: which });
      }),
      { numRuns: 60 },
    );
  });

  it('cannot go back in time', async () => {
    const [first] = await chainOf(1);
    const later = { ...small(SAMPLE_NOW + DAY_MS, first), generatedAt: first!.generatedAt };
    const { contentDigestOf } = await import('./build.ts');
    const forged = await signEdition({ ...later, contentDigest: contentDigestOf(later) }, signer);
    expect(await verifyChain(textsOf([first!, forged]), signer.verify)).toMatchObject({
      index: 1,
      fault: 'link',
      detail: 'it is not newer than the edition before it',
    });
  });
});
