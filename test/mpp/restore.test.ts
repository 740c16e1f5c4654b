import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../support/campaign.ts';
import { assay } from '../support/command.ts';
import { disposeServices, type Hosted, temporaryFolder } from '../support/service.ts';
import {
  buyer,
  MODES,
  type Mode,
  memberOf,
  openStreet,
  PRICE,
  type Street,
  send,
  type TempoTools,
  tempoTools,
} from './support.ts';

/** The restore drill of docs/backup.md for MPP: what a lost row of a payment over MPP means for its buyer. */

const JOURNAL = 'journal.sqlite';

let street: Street;
let tools: TempoTools;
let before: bigint;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
});
afterAll(() => street.close());
afterEach(disposeServices);
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);

async function backupOf(service: Hosted): Promise<string> {
  const file = join(temporaryFolder(), 'backup.sqlite');
  expect(await assay(['backup', file], { env: { DATA_DIR: service.dataDir } })).toMatchObject({ code: 0 });
  return file;
}

/** Throws the database away, puts `backup` in its place, if there is one, and starts the service again. */
async function restored(service: Hosted, backup: string | undefined): Promise<Hosted> {
  await service.end();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(service.dataDir, JOURNAL + suffix), { force: true });
  if (backup) copyFileSync(backup, join(service.dataDir, JOURNAL));
  return service.restart();
}

async function buy(service: Hosted, mode: Mode) {
  const url = `${service.url}/api/sample?word=one`;
  const credential = await tools.stock(buyer(0), mode).createCredential(await fetch(url));
  return { url, credential, answer: await send(url, credential) };
}

/** `npm test` makes one loss in one mode: the worst. */
const modes = rowsOf(MODES, () => false);
const LOSSES = MODES.flatMap((mode) =>
  ['an older backup', 'an empty database'].map((what) => ({ mode, what })),
);

describe('paid over MPP', () => {
  it.each(modes)('%s, and sold before the backup: delivered again, as always', async (mode) => {
    const service = await street.start();
    const { url, credential, answer } = await buy(service, mode);
    expect(answer.status).toBe(200);
    const back = await restored(service, await backupOf(service));
    const again = await send(url.replace(service.url, back.url), credential);
    expect([again.status, again.text, again.headers.get('x-svc-redelivery')]).toEqual([
      200,
      answer.text,
      '1',
    ]);
    expect(await charges()).toBe(1);
  });

  it.each(rowsOf(LOSSES, ({ mode, what }) => mode === 'pull' && what !== 'an older backup'))(
    '$mode, and lost with $what: served once more for the same request, for nothing else, without a charge',
    async ({ mode, what }) => {
      const service = await street.start();
      const backup = what === 'an older backup' ? await backupOf(service) : undefined;
      const { url, credential, answer } = await buy(service, mode);
      expect(answer.status).toBe(200);
      const back = await restored(service, backup);
      for (const other of [`${back.url}/api/sample?word=two`, `${back.url}/api/other`]) {
        const refused = await send(other, credential);
        expect([refused.status, memberOf(refused, 'error')]).toEqual([409, 'payment_reused']);
      }
      const anew = await send(url, credential);
      const again = await send(url, credential);
      expect([anew.status, anew.headers.get('x-svc-redelivery')]).toEqual([200, null]);
      expect([again.status, again.headers.get('x-svc-redelivery')]).toEqual([200, '1']);
      expect(again.text).toBe(anew.text);
      expect(await charges()).toBe(1);
    },
  );

  it.each(modes)('%s, and lost, with a secret that was changed in the restore: not served', async (mode) => {
    const service = await street.start();
    const { url, credential, answer } = await buy(service, mode);
    expect(answer.status).toBe(200);
    await service.end();
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(service.dataDir, JOURNAL + suffix), { force: true });
    await service.restart({ MPP_SECRET: 'another-secret-of-these-tests-32-bytes' });
    const refused = await send(url, credential);
    expect([refused.status, memberOf(refused, 'reason')]).toEqual([402, 'challenge_not_ours']);
    expect(await charges()).toBe(1);
  });
});
