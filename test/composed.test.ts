import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { toResponse } from '../src/http/respond.ts';
import type { Service } from '../src/origin/compose.ts';
import { SHEDDING } from '../src/origin/lateness.ts';
import { composed } from './support/composed.ts';
import { disposeServices } from './support/service.ts';

/** That the service as it is composed takes turns and looks how late it is. What these do, the units say. */

/** The event loop as the service found it when it was composed: its turns are held on demand, its looks made by hand. */
const loop = { isHeld: false, held: [] as (() => void)[], looks: [] as (() => void)[] };
let service: Service;

beforeAll(async () => {
  const { setImmediate: real, setInterval: realInterval } = globalThis;
  vi.stubGlobal('setImmediate', (next: () => void) => {
    if (loop.isHeld) loop.held.push(next);
    else real(next);
  });
  vi.stubGlobal('setInterval', (look: () => void, ms: number) => {
    loop.looks.push(look);
    return realInterval(look, ms);
  });
  try {
    service = await composed();
  } finally {
    vi.unstubAllGlobals();
  }
});
afterAll(async () => {
  await service.close();
  await disposeServices();
});
afterEach(() => void vi.restoreAllMocks());

const ask = async (path: string, body?: unknown) => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const request = new Request(`http://127.0.0.1:4021${path}`, {
    headers: { 'content-type': 'application/json' },
    ...init,
  });
  return toResponse(await service.answer(request)).status;
};
const [check] = catalogue.checks;
const [product] = catalogue.products;
const askCheck = () => ask(check!.path, check!.example);

describe('the service as it is composed', () => {
  it('works on a free check when its turn has come, and lets all others pass meanwhile', async () => {
    loop.isHeld = true;
    const asked = askCheck();
    await expect.poll(() => loop.held.length).toBe(1);
    expect([await ask(product!.path), await ask('/healthz')]).toEqual([402, 200]);
    loop.isHeld = false;
    for (const next of loop.held.splice(0)) next();
    expect(await asked).toBe(200);
  });

  it('turns free checks away while its loop is late', async () => {
    expect(await askCheck()).toBe(200);
    const from = performance.now();
    for (let i = 1; i <= 3; i++) {
      vi.spyOn(performance, 'now').mockReturnValue(from + i * 2 * SHEDDING.sandbox.costly);
      for (const look of loop.looks) look();
    }
    expect([await askCheck(), await ask(product!.path)]).toEqual([503, 402]);
  });
});
