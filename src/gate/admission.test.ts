import { describe, expect, it } from 'vitest';
import type { Product } from '../declare.ts';
import { SAMPLE_NOW, sampleEdition } from '../ledger/testing.ts';
import type { EditionStanding, Editions, Tickets } from '../ports.ts';
import { NETWORKS } from '../values/networks.ts';
import type { ProblemCode } from '../values/problem.ts';
import { ticketFingerprint } from '../values/ticket.ts';
import { admit } from './admission.ts';
import { sampleProduct } from './testing.ts';

const gated: Product = {
  ...sampleProduct,
  admission: { kind: 'ticket', header: 'x-ticket', issuer: '/api/issue' },
};
const RAW = '0123456789abcdef'.repeat(4);
const EXPIRES = 1_795_000_900_000;
const DIGEST = 'sha256:of-the-ticket';
/** What somebody was shown, and what is known of it. */
interface Issued {
  readonly text: string;
  readonly product: string;
  readonly fingerprint: string;
  readonly expiresAt: number;
  readonly consumedAt: number | null;
}
const ISSUED: Issued = {
  text: RAW,
  product: gated.id,
  fingerprint: 'sha256:asked',
  expiresAt: EXPIRES,
  consumedAt: null,
};

/** A store that can only be looked at, so that nothing but a look can pass. */
function storeOf(ticket: Issued | undefined) {
  const looks: string[] = [];
  const tickets: Tickets = {
    issue: async () => {
      throw new Error('admission issues nothing');
    },
    find: async (text, { product, fingerprint }) => {
      looks.push(text);
      if (ticket?.text !== text || ticket.product !== product) return undefined;
      const { expiresAt, consumedAt } = ticket;
      return { digest: DIGEST, expiresAt, consumedAt, isFor: ticket.fingerprint === fingerprint };
    },
  };
  return { looks, tickets };
}

/** A request that carries something, wherever it is looked for. */
const showing = (shown?: string) => ({
  header: () => shown,
  query: new URLSearchParams(shown === undefined ? {} : { match: shown }),
});

/** No edition was ever published. */
const NONE: Editions = { latest: async () => undefined, get: async () => undefined };

interface Row {
  readonly name: string;
  readonly header?: string;
  /** Changes to the issued ticket; null: there is none. */
  readonly ticket?: Partial<Issued> | null;
  readonly fingerprint?: string;
  readonly now?: number;
  /** Undefined: admitted. */
  readonly refused?: ProblemCode;
}

const ROWS: readonly Row[] = [
  { name: 'the ticket of this body, in time and unused' },
  { name: 'one millisecond before it runs out', now: EXPIRES - 1 },
  { name: 'at the instant it runs out', now: EXPIRES, refused: 'ticket_expired' },
  { name: 'afterwards', now: EXPIRES + 1, refused: 'ticket_expired' },
  { name: 'consumed', ticket: { consumedAt: 1 }, refused: 'ticket_used' },
  { name: 'consumed at the epoch', ticket: { consumedAt: 0 }, refused: 'ticket_used' },
  { name: 'another body', fingerprint: 'sha256:other', refused: 'ticket_mismatch' },
  { name: 'a body that could not be read', fingerprint: '', refused: 'ticket_mismatch' },
  { name: 'a ticket of another product', ticket: { product: 'other' }, refused: 'ticket_invalid' },
  {
    name: 'used is said before expired, and expired before mismatch',
    ticket: { consumedAt: 1 },
    fingerprint: 'sha256:other',
    now: EXPIRES,
    refused: 'ticket_used',
  },
  {
    name: 'expired is said before mismatch',
    fingerprint: 'sha256:other',
    now: EXPIRES,
    refused: 'ticket_expired',
  },
  {
    name: 'of another product, nothing is said about its state',
    ticket: { product: 'other', consumedAt: 1 },
    now: EXPIRES,
    fingerprint: 'sha256:other',
    refused: 'ticket_invalid',
  },
  { name: 'nobody issued it', ticket: null, refused: 'ticket_invalid' },
];

const NOT_CURRENT = { code: 'edition_not_current', retryAfterSeconds: 60 };

describe('admit', () => {
  it('asks nothing for a product without tickets, whatever is sent', async () => {
    const { looks, tickets } = storeOf(ISSUED);
    for (const header of [undefined, '', RAW])
      expect(
        await admit(sampleProduct, showing(header), 'sha256:asked', { tickets, editions: NONE }, EXPIRES),
      ).toEqual({
        admitted: true,
      });
    expect(looks).toEqual([]);
  });

  it('wants a header, and looks nothing up without one', async () => {
    const { looks, tickets } = storeOf(ISSUED);
    const answer = await admit(gated, showing(), 'sha256:asked', { tickets, editions: NONE }, 0);
    expect(answer).toEqual({ admitted: false, problem: { code: 'ticket_required' } });
    expect(looks).toEqual([]);
  });

  it('takes a ticket for payments on the network that was approved, and on no other', async () => {
    const on = async (approved: string, paid: string) => {
      const fingerprint = ticketFingerprint('sha256:asked', approved);
      const { tickets } = storeOf({ ...ISSUED, fingerprint });
      const stores = { tickets, editions: NONE };
      return admit(gated, showing(RAW), 'sha256:asked', stores, 0, false, paid);
    };
    const NAMES = [NETWORKS.base.network, NETWORKS.polygon.network];
    for (const approved of NAMES)
      for (const paid of NAMES)
        expect(await on(approved, paid)).toMatchObject(
          approved === paid ? { admitted: true } : { admitted: false, problem: { code: 'ticket_mismatch' } },
        );
  });

  it.each(ROWS)('$name', async ({ ticket = {}, fingerprint = 'sha256:asked', now = 0, refused }) => {
    const { looks, tickets } = storeOf(ticket === null ? undefined : { ...ISSUED, ...ticket });
    expect(await admit(gated, showing(RAW), fingerprint, { tickets, editions: NONE }, now)).toEqual(
      refused === undefined
        ? {
            admitted: true,
            ticket: { digest: DIGEST, product: gated.id, fingerprint: 'sha256:asked', expiresAt: EXPIRES },
          }
        : { admitted: false, problem: { code: refused } },
    );
    expect(looks).toEqual([RAW]);
  });

  it.each([
    ['empty', ''],
    ['truncated', RAW.slice(0, 63)],
    ['too long', `${RAW}0`],
    ['upper case', RAW.toUpperCase()],
    ['a space before', ` ${RAW}`],
    ['a line break behind', `${RAW}\n`],
    ['twice, as joined headers', `${RAW}, ${RAW}`],
    ['not hex', `g${RAW.slice(1)}`],
    ['with a prefix', `0x${RAW}`],
    ['very long', RAW.repeat(10_000)],
  ])('%s: invalid, and not worth a look', async (_name, header) => {
    const { looks, tickets } = storeOf(ISSUED);
    const answer = await admit(gated, showing(header), 'sha256:asked', { tickets, editions: NONE }, 0);
    expect(answer).toEqual({ admitted: false, problem: { code: 'ticket_invalid' } });
    expect(looks).toEqual([]);
  });

  it('throws when the store does: no answer is not an admission', async () => {
    const down: Tickets = { ...storeOf(ISSUED).tickets, find: () => Promise.reject(new Error('down')) };
    await expect(
      admit(gated, showing(RAW), 'sha256:asked', { tickets: down, editions: NONE }, 0),
    ).rejects.toThrow('down');
  });
});

describe('an edition', () => {
  const sample = sampleEdition();
  const standing = (document: object = sample): EditionStanding => ({
    digest: sample.contentDigest,
    text: '',
    document,
  });
  const soldFrom: Product = { ...sampleProduct, admission: { kind: 'edition' } };
  const shelf = (latest: EditionStanding | undefined): Editions => ({ ...NONE, latest: async () => latest });
  const VALID_UNTIL = Date.parse(sample.validUntil);

  it.each([
    ['a second before it ends', VALID_UNTIL - 1_000, true],
    ['a millisecond before it ends', VALID_UNTIL - 1, true],
    ['when it ends', VALID_UNTIL, false],
    ['a second later', VALID_UNTIL + 1_000, false],
  ])('%s', async (_name, now, sold) => {
    const { tickets } = storeOf(undefined);
    expect(await admit(soldFrom, showing(), '', { tickets, editions: shelf(standing()) }, now)).toEqual(
      sold
        ? { admitted: true, edition: standing(), until: VALID_UNTIL }
        : { admitted: false, problem: NOT_CURRENT },
    );
  });

  it.each([
    ['none was published', undefined],
    ['its digest does not hold', { digest: sample.contentDigest, fault: 'digest_mismatch' } as const],
    ['its signature does not hold', { digest: sample.contentDigest, fault: 'signature_invalid' } as const],
  ])('%s: nothing is sold', async (_name, latest) => {
    const { tickets } = storeOf(undefined);
    expect(await admit(soldFrom, showing(), '', { tickets, editions: shelf(latest) }, SAMPLE_NOW)).toEqual({
      admitted: false,
      problem: NOT_CURRENT,
    });
  });

  describe('that no longer has the rows of a choice', () => {
    /** An edition sells the words of its `has`. */
    const chooses: Product = {
      ...sampleProduct,
      admission: {
        kind: 'edition',
        selectedBy: ['word'],
        faultsOf: ({ word = '' }, { document }) =>
          (document as unknown as { has: string }).has.includes(word)
            ? []
            : [{ path: 'word', code: 'no_rows', message: 'No row.' }],
      },
    };
    const wants = (word: string) => ({ header: () => undefined, query: new URLSearchParams({ word }) });
    /** `all`: what each edition sells, the newest first. */
    const shelfOf = (...all: readonly string[]): Editions => {
      const looks = all.map((has, i): EditionStanding => {
        const document = { ...sample, contentDigest: `e${i}`, previousDigest: `e${i + 1}`, has };
        return has === 'broken'
          ? { digest: `e${i}`, fault: 'digest_mismatch' }
          : { digest: `e${i}`, text: '', document };
      });
      return {
        latest: async () => looks[0],
        get: async (digest) => looks.find((each) => each.digest === digest),
      };
    };
    const answered = (editions: Editions, isSent: boolean, word = 'old') => {
      const { tickets } = storeOf(undefined);
      return admit(chooses, wants(word), '', { tickets, editions }, SAMPLE_NOW, isSent);
    };
    const REFUSED = { admitted: false, problem: { code: 'invalid_request', issues: [{ path: 'word' }] } };

    it('is not sold anew', async () => {
      expect(await answered(shelfOf('new', 'old'), false)).toMatchObject(REFUSED);
    });

    it('gives them from the newest one that had them to a buyer that has sent the money', async () => {
      const until = VALID_UNTIL;
      expect(await answered(shelfOf('new', 'newer', 'old', 'older'), true)).toMatchObject({
        ...{ admitted: true, edition: { digest: 'e2' }, until },
      });
      // What the newest one has is of the newest one.
      expect(await answered(shelfOf('new and old', 'old'), true)).toMatchObject({
        edition: { digest: 'e0' },
      });
    });

    it.each([
      ['no edition had them', shelfOf('new', 'newer')],
      ['the one that had them is behind one that does not hold', shelfOf('new', 'broken', 'old')],
      [
        'the one that had them is older than any challenge',
        shelfOf('new', ...Array<string>(8).fill('x'), 'old'),
      ],
    ])('gives nothing where %s', async (_why, editions) => {
      expect(await answered(editions, true)).toMatchObject(REFUSED);
    });
  });

  describe('and a match against it', () => {
    const matched: Product = {
      ...sampleProduct,
      admission: { kind: 'match', parameter: 'match', issuer: '/api/preflight' },
    };
    const ID = `w1.abc.${RAW}`;
    const MATCH: Issued = {
      text: ID,
      product: matched.id,
      fingerprint: sample.contentDigest,
      expiresAt: SAMPLE_NOW + 900_000,
      consumedAt: null,
    };

    it.each([
      ['in time', {}, ID, SAMPLE_NOW, undefined],
      ['a second before it runs out', {}, ID, SAMPLE_NOW + 899_000, undefined],
      ['when it runs out', {}, ID, SAMPLE_NOW + 900_000, 'preflight_expired'],
      ['a second later', {}, ID, SAMPLE_NOW + 901_000, 'preflight_expired'],
      ['made against another edition', { fingerprint: 'sha256:other' }, ID, SAMPLE_NOW, 'preflight_expired'],
      ['an audit ticket', { product: 'other' }, ID, SAMPLE_NOW, 'preflight_required'],
      ['an id that nobody issued', {}, `${ID}0`, SAMPLE_NOW, 'preflight_required'],
      ['no id', {}, undefined, SAMPLE_NOW, 'preflight_required'],
      ['an empty id', {}, '', SAMPLE_NOW, 'preflight_required'],
      ['an id of another alphabet', {}, `${ID}%`, SAMPLE_NOW, 'preflight_required'],
    ] as const)('%s', async (_name, given, id, now, code) => {
      const { tickets } = storeOf({ ...MATCH, ...given });
      const answer = await admit(
        matched,
        showing(id),
        'sha256:asked',
        { tickets, editions: shelf(standing()) },
        now,
      );
      expect(answer).toMatchObject(
        code === undefined ? { admitted: true } : { admitted: false, problem: { code } },
      );
      // It is looked at and not leased: the claim is told of no ticket.
      expect(answer).not.toHaveProperty('ticket');
    });

    it('without a current edition nothing is sold, match or not', async () => {
      const { tickets } = storeOf(MATCH);
      expect(await admit(matched, showing(ID), '', { tickets, editions: NONE }, SAMPLE_NOW)).toEqual({
        admitted: false,
        problem: NOT_CURRENT,
      });
    });
  });
});
