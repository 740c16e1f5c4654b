import { describe, expect, it } from 'vitest';
import { Rationed } from './rationed.ts';

function counted(answersAfter: () => Promise<unknown> = async () => {}) {
  let now = 5_000;
  let made = 0;
  const rationed = new Rationed<{ readonly n: number }>(() => now);
  const make = async () => {
    const n = ++made;
    await answersAfter();
    return { n };
  };
  return {
    ask: () => rationed.get(make),
    standing: () => rationed.standing()?.n,
    pass: (ms: number) => {
      now += ms;
    },
    made: () => made,
  };
}

describe('a live answer', () => {
  it('is made for each of few callers', async () => {
    const { ask, pass, made } = counted();
    for (let i = 0; i < 100; i++) {
      await ask();
      pass(50);
    }
    expect(made()).toBe(100);
  });

  it('is made forty times for a thousand who come at once', async () => {
    const { ask, made, standing } = counted();
    expect(standing()).toBeUndefined();
    for (let i = 0; i < 1_000; i++) await ask();
    expect(made()).toBe(40);
    expect(standing()).toBe(40);
  });

  it('is made twenty times a second from then on, however many ask', async () => {
    const { ask, pass, made } = counted();
    for (let i = 0; i < 40; i++) await ask();
    for (let ms = 0; ms < 1_000; ms++) {
      pass(1);
      for (let i = 0; i < 5; i++) await ask();
    }
    expect(made()).toBe(60);
  });

  it('that is made at once is a twentieth of a second old at the most', async () => {
    const { ask, pass, standing } = counted();
    for (let i = 0; i < 41; i++) await ask();
    pass(49);
    expect(standing()).toBe(40);
    pass(1);
    expect(standing()).toBeUndefined();
  });

  it('does not stand for a second while others are being made: who comes then joins the newest', async () => {
    const under: (() => void)[] = [];
    const { ask, pass, standing, made } = counted(() => new Promise<void>((done) => under.push(done)));
    const first = ask();
    under[0]!();
    await first;
    const others = Array.from({ length: 60 }, ask);
    expect(under).toHaveLength(40);
    for (let i = 0; i < 20; i++) {
      pass(50);
      others.push(ask());
    }
    expect(standing()).toBeUndefined();
    const joined = [ask(), ask()];
    expect(made()).toBe(60);
    for (const done of under) done();
    await Promise.all(others);
    expect(await Promise.all(joined)).toEqual([{ n: 60 }, { n: 60 }]);
  });

  it('is made forty times for a thousand who come before the first is there', async () => {
    const under: (() => void)[] = [];
    const { ask, made } = counted(() => new Promise<void>((done) => under.push(done)));
    const all = Array.from({ length: 1_000 }, ask);
    expect(made()).toBe(40);
    for (const done of under) done();
    expect((await Promise.all(all)).at(-1)).toEqual({ n: 40 });
  });

  it('stands for a second from when it was made, however long that took', async () => {
    const under: (() => void)[] = [];
    const { ask, pass, standing, made } = counted(() => new Promise<void>((done) => under.push(done)));
    const all = Array.from({ length: 40 }, ask);
    pass(1_200);
    for (const done of under) done();
    await Promise.all(all);
    // The ration filled up meanwhile: others use it up again, and theirs do not come.
    for (let i = 0; i < 24; i++) void ask();
    expect(made()).toBe(64);
    expect(standing()).toBe(40);
    for (let ms = 0; ms < 950; ms += 50) {
      pass(50);
      void ask();
    }
    pass(49);
    expect(standing()).toBe(40);
    pass(1);
    void ask();
    expect(standing()).toBeUndefined();
  });

  it('is made twenty times a second when each takes longer than a second', async () => {
    const ends: { readonly at: number; readonly done: () => void }[] = [];
    let ms = 0;
    const { ask, pass, made } = counted(
      () => new Promise<void>((done) => ends.push({ at: ms + 1_200, done })),
    );
    const all: Promise<unknown>[] = [];
    for (; ms < 5_000; ms += 10) {
      for (const { done } of ends.filter(({ at }) => at === ms)) done();
      await new Promise(setImmediate);
      for (let i = 0; i < 20; i++) all.push(ask());
      pass(10);
    }
    expect(made()).toBeLessThanOrEqual(40 + 5 * 20);
    for (const { done } of ends) done();
    await Promise.all(all);
  });

  it('that took longer than its successor does not replace it', async () => {
    const under: (() => void)[] = [];
    const { ask, pass, standing } = counted(() => new Promise<void>((done) => under.push(done)));
    const slow = ask();
    pass(1);
    const quick = ask();
    under[1]!();
    await quick;
    under[0]!();
    await slow;
    for (let i = 2; i < 40; i++) void ask();
    expect(standing()).toBe(2);
  });

  it('that could not be made is no answer, and the one before it stands', async () => {
    let isDown = false;
    const { ask, standing } = counted(async () => {
      if (isDown) throw new Error('down');
    });
    await ask();
    isDown = true;
    for (let i = 0; i < 39; i++) await expect(ask()).rejects.toThrow('down');
    expect(standing()).toBe(1);
    expect(await ask()).toEqual({ n: 1 });
  });

  it('that cannot be made is tried forty times for a thousand who come at once', async () => {
    const { ask, made } = counted(() => Promise.reject(new Error('down')));
    for (let i = 0; i < 1_000; i++) await expect(ask()).rejects.toThrow('down');
    expect(made()).toBe(40);
  });
});
