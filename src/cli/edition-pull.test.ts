import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { buildEdition } from '../ledger/build.ts';
import type { Edition } from '../ledger/schema.ts';
import { SAMPLE_NOW, SAMPLE_ROUTES, sampleRecords } from '../ledger/testing.ts';
import { signEdition } from '../ledger/verify.ts';
import { DAY_MS } from '../values/time.ts';
import { pull } from './edition-pull.ts';
import { withShelf } from './edition-shelf.ts';

const folder = mkdtempSync(join(TEMPORARY, 'assay-pull-'));
const keysOf = (name: string) =>
  openSigningKeys(join(folder, `${name}.json`), `https://${name}.example`, { create: true, now: 0 });
const [publisher, stranger, own] = [keysOf('publisher'), keysOf('stranger'), keysOf('own')];
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const KEYS = file('publisher-jwks.json', JSON.stringify(publisher.jwks));

async function edition(daysLater: number, before?: Edition, by = publisher): Promise<Edition> {
  const now = SAMPLE_NOW + daysLater * DAY_MS;
  return signEdition(
    buildEdition(sampleRecords(now), [], before, { release: 'v0', now, routes: SAMPLE_ROUTES }),
    by.signer,
  );
}

let first: Edition;
let second: Edition;
let third: Edition;
beforeAll(async () => {
  first = await edition(0);
  second = await edition(1, first);
  third = await edition(2, second);
});
let server: Server | undefined;
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
const freshData = () => ({ dataDir: join(folder, `data-${++count}`), databaseUrl: undefined });
const written = (name: string, value: object) => file(name, `${JSON.stringify(value)}\n`);
const onShelf = (config: ReturnType<typeof freshData>) =>
  withShelf(config, own, async (shelf) => (await shelf.latest())?.digest);
const at = (config: ReturnType<typeof freshData>, daysLater = 2) => ({
  config,
  own,
  now: SAMPLE_NOW + daysLater * DAY_MS + 1,
});

describe('an edition of somebody else', () => {
  it('is published under our own key, once, and the next one after it', async () => {
    const here = at(freshData());
    const one = written('one.json', first);
    expect(await pull([one], KEYS, here)).toMatch(/^published: /);
    const kept = await withShelf(here.config, own, (shelf) => shelf.latest());
    expect(kept).toMatchObject({ digest: first.contentDigest });
    expect((kept as unknown as { document: Edition }).document.signature.kid).toBe(own.signer.kid);
    // The keys were kept: whoever was named once need not be named again.
    expect(statSync(join(here.config.dataDir, 'edition-publisher.json')).mode & 0o077).toBe(0);
    expect(await pull([one], undefined, here)).toMatch(/^nothing new: /);
    expect(await pull([written('two.json', second)], undefined, here)).toMatch(/^published: /);
    // Older ones that were published before change nothing.
    expect(await pull([one], undefined, here)).toMatch(/^nothing new: /);
    expect(await onShelf(here.config)).toBe(second.contentDigest);
  });

  it('that was missed is named with the one after it', async () => {
    const here = at(freshData());
    await pull([written('one.json', first)], KEYS, here);
    const [two, three] = [written('two.json', second), written('three.json', third)];
    await expect(pull([three], undefined, here)).rejects.toThrow(/If you missed an edition/);
    expect(await onShelf(here.config)).toBe(first.contentDigest);
    expect(await pull([two, three], undefined, here)).toMatch(/^published: /);
    expect(await onShelf(here.config)).toBe(third.contentDigest);
  });

  it.each([
    ['ran out', (name: string) => written(name, first), 7, /older than seven days/],
    ['is yet to be made', (name: string) => written(name, second), 0, /is in the future/],
    ['is cut off', (name: string) => cut(written(name, second)), 2, /not JSON/],
    ['is empty', (name: string) => file(name, ''), 2, /not JSON/],
    [
      'was changed',
      (name: string) => written(name, { ...second, validUntil: third.validUntil }),
      2,
      /not the digest of the content/,
    ],
    ['is too large', (name: string) => file(name, ' '.repeat(4_000_001)), 2, /over 4000000 bytes/],
    ['is not there', () => join(folder, 'none'), 2, /cannot be read/],
  ])('that %s is refused, and the old one stays', async (_, make, daysLater, why) => {
    const config = freshData();
    await pull([written('one.json', first)], KEYS, at(config, 1));
    await expect(pull([make('bad.json')], undefined, at(config, daysLater))).rejects.toThrow(why);
    expect(await onShelf(config)).toBe(first.contentDigest);
  });

  it('that somebody else signed is refused, whoever named it, and nobody is trusted for it', async () => {
    const config = freshData();
    const forged = written('forged.json', await edition(1, first, stranger));
    await expect(pull([forged], KEYS, at(config))).rejects.toThrow(/not signed with a key that is trusted/);
    await expect(pull([forged], undefined, at(config))).rejects.toThrow(/no publisher is trusted/);
    expect(await onShelf(config)).toBeUndefined();
  });

  it('comes over HTTP too, whole, from where it was asked for, and never without TLS from elsewhere', async () => {
    const text = JSON.stringify(second);
    server = createServer(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { location: '/edition' }).end();
      else if (url === '/gone') response.writeHead(404).end(text);
      else if (url === '/cut') {
        response.writeHead(200, { 'content-length': text.length });
        response.write(text.slice(0, 100), () => response.destroy());
      } else if (url === '/endless') {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      } else response.end(text);
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const here = at(freshData());
    const refusals = [
      [`${base}/moved`, /cannot be read/],
      [`${base}/gone`, /answers 404/],
      [`${base}/cut`, /cannot be read/],
      [`${base}/endless`, /over 4000000 bytes/],
      ['http://editions.example/latest.json', /only https/],
    ] as const;
    for (const [source, why] of refusals) await expect(pull([source], KEYS, here)).rejects.toThrow(why);
    expect(await pull([`${base}/edition`], KEYS, here)).toMatch(/^published: /);
  });
});

function cut(path: string): string {
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
  return path;
}
