import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../attacks/lab.ts';
import { sized } from '../support/campaign.ts';
import { encode } from '../support/payments.ts';
import { disposeServices, temporaryFolder } from '../support/service.ts';
import {
  CALLER,
  type Call,
  callFrom,
  callsFor,
  FORWARDED,
  formsWith,
  type Heard,
  toolCallsFor,
} from './channels.ts';
import { opportunityPurchase, PURCHASES, type Purchase } from './purchases.ts';
import { documentsOf, type Haystack, type Hit, searchFor, spellingsOf } from './search.ts';

/**
 * Nothing of a caller's is kept: everything that can be sent is sent with a mark in it, then every file, every log line
 * at debug level, the metrics and all free documents are searched for the marks, in every spelling.
 */

let lab: Lab;
/** Marks by where they were sent, to say what leaked. */
const marks = new Map<string, string>();
const secrets = new Map<string, string>();

/** Chance that can be spoken: what looks like a key is refused before it is bought with. */
const syllables = (many: number): string =>
  [...randomBytes(many)].map((byte) => `${'bdfgklmnprstvzhj'[byte & 15]}${'aeio'[(byte >> 4) & 3]}`).join('');
/** What all marks of this run begin with. */
const FAMILY = `cnry${syllables(4)}`;
const canary = (channel: string): string => {
  const mark = FAMILY + syllables(6);
  marks.set(mark, channel);
  return mark;
};

beforeAll(async () => {
  lab = await startLab({ mpp: true, solana: true });
});
afterAll(async () => {
  await lab.stop();
  await disposeServices();
});

async function haystack(): Promise<Haystack> {
  const inside = lab.inside!;
  return {
    folder: inside.dataDir,
    texts: {
      output: inside.output(),
      metrics: await (await fetch(inside.metricsUrl)).text(),
      ...(await documentsOf(lab.url)),
    },
  };
}

/** How long a payment that is final may be found in files: the journal's housekeeping runs every few seconds. */
const GONE_MS = 60_000;

async function expectNothingKept(ofPayment: readonly string[] = []): Promise<void> {
  // What no payment needs may not be there for a moment, and no payment may be shown or logged.
  const { folder, texts } = await haystack();
  expect(named(await searchFor([...marks.keys()], { folder, texts }, FAMILY))).toEqual([]);
  expect(named(await searchFor(ofPayment, { folder: temporaryFolder(), texts }))).toEqual([]);
  // The journal keeps a payment until it is final.
  await expect
    .poll(async () => named(await searchFor(ofPayment, { folder, texts: {} })), {
      timeout: GONE_MS,
      interval: 500,
    })
    .toEqual([]);
}

const named = (hits: readonly Hit[]): string[] =>
  hits.map(({ needle, place }) => `${marks.get(needle) ?? secrets.get(needle) ?? needle} in ${place}`);

/** Prepares a purchase and remembers what must not be found of it. */
async function remembered<T extends Purchase>(purchase: Promise<T>): Promise<T & { own: string[] }> {
  const made = await purchase;
  for (const [secret, what] of made.secrets) secrets.set(secret, what);
  return { ...made, own: [...made.secrets.keys()] };
}

/** A service on a machine that is busy says when to ask again. */
async function answered(call: Call): Promise<Heard> {
  for (;;) {
    const heard = await callFrom(lab.url, call);
    if (heard.status !== 503 || heard.headers.get('retry-after') === null) return heard;
  }
}

const AT_ONCE = 8;
async function allOf(calls: readonly Call[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let i = 0; i < calls.length; i += AT_ONCE)
    heard.push(...(await Promise.all(calls.slice(i, i + AT_ONCE).map(answered))));
  return heard;
}

/** Marks that an answer repeats. */
const repeated = ({ status, text, headers }: Heard): string[] => {
  const said = `${text}\n${[...headers].flat().join('\n')}`;
  return [...marks].filter(([mark]) => said.includes(mark)).map(([, channel]) => `${channel} (${status})`);
};

describe('what a caller sends', () => {
  it('through every channel of every operation is kept nowhere and repeated in no refusal', async () => {
    // `npm test` sends what only reads a sixteenth of the channels each, and all of them over a few.
    const calls = callsFor(lab, canary, sized({ smoke: 16, short: 1, full: 1 }));
    const echoed: string[] = [];
    const statuses = new Map<number, number>();
    for (const heard of await allOf(calls)) {
      statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1);
      if (heard.status >= 400) echoed.push(...repeated(heard));
    }
    expect(echoed).toEqual([]);
    expect(Math.max(...statuses.keys())).toBeLessThan(500);
    expect(marks.size).toBeGreaterThan(100);
    await expectNothingKept();
  });

  it('in the plain forms of the pages is shown to its sender and kept nowhere', async () => {
    for (const fields of formsWith(canary)) {
      const { status, text, headers } = await callFrom(lab.url, {
        method: 'POST',
        target: '/try',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      expect([200, 400]).toContain(status);
      expect(headers.get('cache-control')).toBe('no-store');
      const typed = Object.entries(fields).filter(([name]) => name === 'goal' || name === 'reason');
      for (const [, value] of typed) expect(text).toContain(value);
    }
    await expectNothingKept();
  });

  it('as a tool’s argument, or as anything else of MCP, is kept nowhere and repeated in no refusal', async () => {
    const calls = await toolCallsFor(lab, canary);
    const echoed: string[] = [];
    let refused = 0;
    for (const heard of await allOf(calls)) {
      expect(heard.status, heard.text.slice(0, 300)).toBeLessThan(500);
      const answer = (heard.text === '' ? {} : JSON.parse(heard.text)) as {
        error?: unknown;
        result?: { isError?: boolean };
      };
      if (answer.error === undefined && answer.result?.isError !== true) continue;
      refused++;
      echoed.push(...repeated(heard));
    }
    expect(echoed).toEqual([]);
    expect([refused > 20, refused < calls.length]).toEqual([true, true]);
    await expectNothingKept();
  });

  const purchases = Object.entries(PURCHASES);
  it.each(sized({ smoke: purchases.slice(0, 2), short: purchases, full: purchases }))(
    'with a real purchase %s is gone once it is delivered',
    async (_, make) => {
      const { call, own } = await remembered(make(lab, canary));
      const bought = await callFrom(lab.url, call);
      expect(bought.status, bought.text.slice(0, 300)).toBe(200);
      const again = await callFrom(lab.url, call);
      expect(again.headers.get('x-svc-redelivery')).toBe('1');
      const elsewhere = await callFrom(lab.url, {
        ...call,
        method: call.method === 'GET' ? 'POST' : 'GET',
        body: undefined,
      });
      expect(elsewhere.status).toBeGreaterThanOrEqual(400);
      expect(repeated(elsewhere)).toEqual([]);
      await expectNothingKept(own);
    },
  );

  it('with a payment that is declined is kept nowhere', async () => {
    const { call, payload, own } = await remembered(opportunityPurchase('GET', lab, canary));
    Object.assign(payload.payload.authorization, { value: '1' });
    const answer = await callFrom(lab.url, {
      ...call,
      headers: { ...call.headers, 'payment-signature': encode(payload) },
    });
    expect(answer.status).toBe(402);
    await expectNothingKept(own);
  });

  it('from its address leaves no trace of the address', async () => {
    expect(named(await searchFor([CALLER, FORWARDED], await haystack()))).toEqual([]);
  });
});

describe('the search can fail', () => {
  it('finds a payment that is under way, and no longer when it is delivered', async () => {
    const { tools } = lab.chain!;
    const { call, own: needles } = await remembered(opportunityPurchase('GET', lab, canary));
    await tools.hold();
    const buying = callFrom(lab.url, call);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    const hits = await searchFor(needles, await haystack());
    await tools.mine();
    expect((await buying).status).toBe(200);
    expect(new Set(hits.map(({ needle }) => needle))).toEqual(new Set(needles));
    expect(hits.every(({ place }) => place.startsWith('journal.sqlite'))).toBe(true);
    await expectNothingKept(needles);
  });

  const plain = 'cnry0123456789abcdef01';
  const address = `0x${'ab12'.repeat(10)}`;
  it.each([
    ['as it is', plain, `x${plain}x`],
    ['in capitals', plain, plain.toUpperCase()],
    ['as JSON', 'line\nbreak cnry', JSON.stringify('line\nbreak cnry')],
    ['in base64', plain, Buffer.from(`{"a":"${plain}"}`).toString('base64')],
    ['in base64, one further', plain, Buffer.from(`{"ab":"${plain}"}`).toString('base64')],
    ['in base64, two further', plain, Buffer.from(`{"abc":"${plain}"}`).toString('base64')],
    ['as hex', plain, Buffer.from(plain).toString('hex')],
    ['an address without its 0x', address, address.slice(2)],
    ['an address with its checksum letters', address, address.replace('ab', 'AB').toUpperCase()],
  ])('finds a mark %s', async (_how, needle, text) => {
    const folder = temporaryFolder();
    expect(await searchFor([needle], { folder, texts: { log: text } })).toHaveLength(1);
    writeFileSync(join(folder, 'file'), text);
    expect(await searchFor([needle], { folder, texts: {} })).toEqual([{ needle, place: 'file' }]);
  });

  it('finds marks in a journal and in its write-ahead log, as text and as bytes', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'deep'));
    const file = join(folder, 'deep', 'journal.sqlite');
    const database = new DatabaseSync(file);
    database.exec('pragma journal_mode=wal; create table t (a text, b blob)');
    database.prepare('insert into t values (?, ?)').run(plain, Buffer.from(address.slice(2), 'hex'));
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    database.close();
    for (const place of [copy, folder]) {
      const hits = await searchFor([plain, address], { folder: place, texts: {} });
      expect(new Set(hits.map(({ needle }) => needle))).toEqual(new Set([plain, address]));
    }
    appendFileSync(file, 'nothing');
    expect(await searchFor(['cnryffffffffffffffff00'], { folder, texts: {} })).toEqual([]);
    expect(await searchFor([plain], { folder, texts: {} }, 'cnryffff')).not.toEqual([]);
  });

  it.each([
    ['as it is', plain],
    ['in capitals', plain.toUpperCase()],
    ...[0, 1, 2].map((offset) => [
      `in base64, ${offset} further`,
      Buffer.from('x'.repeat(offset) + plain).toString('base64'),
    ]),
    ['as hex', Buffer.from(plain).toString('hex')],
    ['as bytes of two', Buffer.from(plain, 'utf16le').toString('latin1')],
  ])('finds a mark by its family, %s', async (_how, text) => {
    const hits = await searchFor(
      [plain],
      { folder: temporaryFolder(), texts: { text: text! } },
      plain.slice(0, 12),
    );
    expect(hits).toHaveLength(1);
  });

  it('knows more than one spelling of everything', () => {
    expect(spellingsOf(plain).length).toBeGreaterThan(6);
  });
});

it('nothing of all that is in the files that the service leaves behind when it is stopped', async () => {
  const { service, dataDir } = lab.inside!;
  expect(await service.stop()).toBe(0);
  const left = { folder: dataDir, texts: { output: lab.inside!.output() } };
  expect(named(await searchFor([...marks.keys(), ...secrets.keys(), CALLER], left, FAMILY))).toEqual([]);
});
