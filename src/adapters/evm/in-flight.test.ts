import { beforeEach, describe, expect, it } from 'vitest';
import { openInFlight } from './in-flight.ts';

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;

let now: number;
let sleepers: { readonly at: number; readonly wake: () => void }[];
let inFlight: ReturnType<typeof openInFlight>;
beforeEach(() => {
  now = 0;
  sleepers = [];
  const sleep = (ms: number) =>
    new Promise<void>((wake) => {
      sleepers.push({ at: now + ms, wake });
    });
  inFlight = openInFlight({ now: () => now, sleep });
});
const pass = (ms: number) => {
  now += ms;
  for (const { wake } of sleepers.filter(({ at }) => at <= now)) wake();
};
const enter = (key: string, payer = ALICE) => inFlight.enter(key, payer, 10n);
const turns = () => new Promise((done) => setImmediate(done));
/** Whether a payment is let in, without waiting. */
async function isLetIn(key: string, payer = ALICE): Promise<boolean> {
  let place: unknown;
  void enter(key, payer).then((entered) => {
    place = entered;
  });
  await turns();
  return place !== undefined;
}

describe('payments of one payer', () => {
  it('count before those that came after them, whatever their balance shows', async () => {
    const places = [await enter('1'), await enter('2'), await enter('3'), await enter('1', BOB)];
    expect(places.map((place) => place!.ahead())).toEqual([0n, 10n, 20n, 0n]);
    places[0]!.leave();
    expect(places[2]!.ahead()).toBe(10n);
  });

  it('count while they are sold, and no more when nothing was paid', async () => {
    await enter('1');
    inFlight.hold('1', ALICE, 10n, 60_000);
    const second = (await enter('2'))!;
    pass(30_000);
    expect(second.ahead()).toBe(10n);
    inFlight.end('1', ALICE, 'unpaid');
    expect(second.ahead()).toBe(0n);
  });

  it('count on for one that was looked at while they were paid: its balance may be of before', async () => {
    inFlight.hold('1', ALICE, 10n, 60_000);
    const during = (await enter('2'))!;
    inFlight.end('1', ALICE, 'paid');
    expect(during.ahead()).toBe(10n);
    during.leave();
    expect((await enter('2'))!.ahead()).toBe(0n);
  });

  it('are one with their twins, and a twin that goes away takes nothing along', async () => {
    const [first, twin] = [(await enter('1'))!, (await enter('1'))!];
    const second = (await enter('2'))!;
    twin.leave();
    expect([first.ahead(), second.ahead()]).toEqual([0n, 10n]);
  });

  it('that were never claimed hold nothing after ten seconds', async () => {
    for (const key of '1234') await enter(key);
    expect(await isLetIn('5')).toBe(false);
    pass(10_001);
    await turns();
    expect(await isLetIn('6')).toBe(true);
  });
});

describe('how many go at once', () => {
  it('is four of a payer that is not known, whoever else comes', async () => {
    for (const key of '1234') expect(await isLetIn(key)).toBe(true);
    expect(await isLetIn('5')).toBe(false);
    expect(await isLetIn('5', BOB)).toBe(true);
    expect(await isLetIn('1')).toBe(true);
  });

  it('lets the next one in when one ends, in order', async () => {
    for (const key of '1234') await enter(key);
    const let_in: string[] = [];
    for (const key of '567') void enter(key).then((place) => place && let_in.push(key));
    await turns();
    inFlight.end('2', ALICE, 'unpaid');
    await turns();
    expect(let_in).toEqual(['5']);
    inFlight.end('1', ALICE, 'unpaid');
    await turns();
    expect(let_in).toEqual(['5', '6']);
  });

  it('lets none wait for longer than ten seconds, and no more than 24', async () => {
    for (const key of '1234') inFlight.hold(key, ALICE, 10n, 600_000);
    const places = Array.from({ length: 30 }, (_, i) => enter(`w${i}`));
    expect(await Promise.all(places.slice(24))).toEqual(Array(6).fill(undefined));
    pass(10_000);
    expect(await Promise.all(places)).toEqual(Array(30).fill(undefined));
  });

  it('grows with what was paid, to 24, and is one after a failure', async () => {
    for (let i = 0; i < 40; i++) inFlight.end(`p${i}`, ALICE, 'paid');
    for (let i = 0; i < 24; i++) expect(await isLetIn(`n${i}`)).toBe(true);
    expect(await isLetIn('n24')).toBe(false);
    expect(inFlight.isTrusted(ALICE)).toBe(true);
    inFlight.distrust(ALICE);
    for (let i = 0; i < 24; i++) inFlight.end(`n${i}`, ALICE, 'unpaid');
    expect([inFlight.isTrusted(ALICE), inFlight.isTrusted(BOB)]).toEqual([false, true]);
  });

  it('of a payer that failed is one at a time, until three were paid', async () => {
    inFlight.distrust(ALICE);
    expect(await isLetIn('1')).toBe(true);
    expect(await isLetIn('2')).toBe(false);
    for (const key of ['1', '3', '4']) {
      expect(inFlight.isTrusted(ALICE)).toBe(false);
      inFlight.end(key, ALICE, 'paid');
    }
    expect(inFlight.isTrusted(ALICE)).toBe(true);
  });
});
