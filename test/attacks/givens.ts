import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancellation, FIRST_IN_BLOCK } from '../support/cancelled.ts';
import type { LabOptions } from './lab.ts';
import { exampleOf, expand, parseOptions } from './macros.ts';
import { PAID_ROUTES } from './payments.ts';
import type { Scene } from './scene.ts';
import { type Exchange, send } from './send.ts';

/** What must hold before an attack. A sentence of a row's `given` is matched by exactly one of these. */
export interface Given {
  readonly pattern: RegExp;
  /** The row cannot share a service with others, because this leaves it in another state. */
  readonly ownLab?: LabOptions;
  /** What it does is part of the attack: charges are counted from before it. */
  readonly counted?: boolean;
  readonly arrange: (scene: Scene, words: readonly string[]) => Promise<void>;
}

const SECOND_MS = 1_000;
/** More than a restart takes. */
const RESTART_SECONDS = 8;

export const GIVENS: readonly Given[] = [
  {
    // With the plain request of its route, whatever the row itself sends.
    pattern: /^(\{\{(?:sig|mpp):.+\}\}) is delivered$/,
    arrange: async (scene, [macro]) => {
      const exchange = await purchase(scene, macro!);
      if (exchange.status !== 200)
        throw new Error(
          `the purchase before the attack answers ${exchange.status}: ${exchange.text.slice(0, 200)}`,
        );
      const { options } = parseOptions(macro!.slice('{{sig:'.length, -2));
      scene.memory.delivered.set(options.get('fixed') ?? '', exchange);
    },
  },
  {
    pattern: /^the clock is (\d+) seconds ahead$/,
    ownLab: {},
    arrange: (scene, [seconds]) => moveClock(scene, Number(seconds)),
  },
  {
    pattern: /^the service is killed after settlement and before it knows, and started again$/,
    ownLab: {},
    counted: true,
    arrange: async (scene) => {
      const { proxy, inside } = owned(scene);
      proxy.set('eth_getTransactionReceipt', 'hold-answer');
      const lost = sendPayment(scene, await headerOf(scene));
      await proxy.held('eth_getTransactionReceipt');
      await inside.service.kill9();
      await lost;
      proxy.set('eth_getTransactionReceipt', undefined);
      await inside.restart(0);
      const rows = await inside.rows();
      scene.memory.notes.set(
        'states at ready',
        rows?.map(({ state }) => state),
      );
    },
  },
  {
    pattern: /^the journal's disk is full$/,
    ownLab: {},
    arrange: async (scene) => {
      const { inside } = owned(scene);
      // A write beyond this size fails, as on a full disk. Only the soft limit: the process may not raise it, we need not.
      const bytes = statSync(join(inside.dataDir, 'journal.sqlite-wal')).size;
      const limited = spawnSync('prlimit', ['--pid', String(inside.pid), `--fsize=${bytes}:`]);
      if (limited.status !== 0) throw new Error('prlimit cannot limit the size of files');
    },
  },
  {
    pattern: /^the payer cancels the authorization while it is being settled$/,
    ownLab: {},
    arrange: async (scene) => {
      const { chain } = owned(scene);
      await chain.tools.hold();
      scene.during = async () => {
        await until(async () => (await chain.tools.waiting()) > 0);
        await cancelFirst(scene);
        await chain.tools.mine();
      };
    },
  },
  {
    pattern: /^another client asks for challenges meanwhile$/,
    arrange: async (scene) => {
      scene.during = (work) => askMeanwhile(scene, work);
    },
  },
  {
    pattern: /^a trap listens where the client points$/,
    arrange: async (scene) => {
      const connections: string[] = [];
      const server = createServer((socket) => {
        connections.push('connected');
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      scene.memory.notes.set('trap', (server.address() as { port: number }).port);
      scene.memory.notes.set('trapped', connections);
      scene.cleanup.push(() => new Promise((resolve) => server.close(() => resolve())));
    },
  },
  {
    pattern: /^facilitator mode (\w+)$/,
    ownLab: { facilitator: true },
    arrange: async ({ lab }, [mode]) => {
      lab.facilitator!.mode = mode!;
    },
  },
  {
    pattern: /^the authorization has expired$/,
    ownLab: {},
    arrange: async (scene) => {
      const { validBefore } = [...scene.memory.payments.values()].at(-1)!.payload.authorization;
      await moveClock(scene, Number(validBefore) - Math.floor(Date.now() / SECOND_MS) + 60);
    },
  },
  {
    pattern: /^ticket (\w+) was issued (\d+) seconds ago$/,
    ownLab: {},
    arrange: async (scene, [name, seconds]) => {
      // A ticket of its own for each step, issued at the present clock.
      scene.memory.tickets.delete(name!);
      await expand(`{{ticket:${name}}}`, scene);
      const due = Date.now() + scene.lab.aheadMs + Number(seconds) * SECOND_MS;
      await moveClock(scene, scene.lab.aheadMs / SECOND_MS + Number(seconds) - RESTART_SECONDS);
      // Starting takes its time, so the rest is waited for: the request arrives at the second that the row names.
      await sleep(due - (Date.now() + scene.lab.aheadMs));
    },
  },
  {
    pattern: /^preflight match (\w+) was made (\d+) seconds ago$/,
    ownLab: {},
    arrange: async (scene, [name, seconds]) => {
      await expand(`{{match:${name}}}`, scene);
      await moveClock(scene, Number(seconds));
    },
  },
  {
    pattern: /^ticket (\w+) is consumed by a paid answer$/,
    arrange: async (scene) => {
      const { exchanges } = await scene.deliver(scene.row.request);
      if (exchanges[0]?.status !== 200)
        throw new Error(`the audit with the ticket answers ${exchanges[0]?.status}`);
      scene.memory.payments.clear();
    },
  },
  {
    pattern: /^a second service works on the same journal$/,
    ownLab: { twin: true },
    arrange: async ({ lab }) => {
      if (lab.twinUrl === undefined) throw new Error('there is no second service');
    },
  },
  {
    pattern: /^(\d+) mixed calls of which (\d+) pay$/,
    arrange: async (scene, [calls, paid]) => mixedCalls(scene, Number(calls), Number(paid)),
  },
];

export const givenFor = (sentence: string): Given | undefined =>
  GIVENS.find(({ pattern }) => pattern.test(sentence));

/** Parts that only a lab of our own has. */
function owned({ lab }: Scene) {
  const { chain, proxy, inside } = lab;
  if (!chain || !proxy || !inside) throw new Error('this row needs a service of its own');
  return { chain, proxy, inside };
}

/** Service and chain together, as the time of day would. */
async function moveClock(scene: Scene, seconds: number): Promise<void> {
  const { chain, inside } = owned(scene);
  const now = Number((await chain.tools.client.getBlock()).timestamp);
  const wanted = Math.floor(Date.now() / SECOND_MS) + seconds;
  if (wanted > now) await chain.tools.client.increaseTime({ seconds: wanted - now });
  await chain.tools.client.mine({ blocks: 1 });
  await inside.restart(seconds * SECOND_MS);
  scene.memory.challenges.clear();
}

const headerOf = (scene: Scene): Promise<string> =>
  expand(scene.row.request.headers?.['payment-signature'] ?? '', scene);

const sendPayment = ({ lab, row }: Scene, payment: string): Promise<Exchange> =>
  send(lab.url, {
    method: row.request.method,
    target: row.request.target,
    headers: { 'payment-signature': payment },
    body: undefined,
    as: undefined,
  });

/** A busy machine says for a while that it cannot check payments: the same one is sent again, as buyers do. */
const SENDINGS = 10;

/** Buys with a payment macro, of either protocol, at the route that the macro names. */
async function purchase(scene: Scene, macro: string): Promise<Exchange> {
  const { subject } = parseOptions(macro.slice('{{sig:'.length, -2));
  const { method, path } = PAID_ROUTES[subject]!;
  const payment = await expand(macro, scene);
  const call = {
    method,
    target: path,
    headers: {
      ...(macro.startsWith('{{mpp:')
        ? { authorization: `Payment ${payment}` }
        : { 'payment-signature': payment }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    body: method === 'POST' ? JSON.stringify(exampleOf(scene.lab, path)) : undefined,
    as: undefined,
  };
  let exchange = await send(scene.lab.url, call);
  for (let sent = 1; exchange.status === 503 && sent < SENDINGS; sent++) {
    await sleep(SECOND_MS);
    exchange = await send(scene.lab.url, call);
  }
  return exchange;
}

/** The payer's cancellation, at a price that puts it into the block before the settlement. */
async function cancelFirst(scene: Scene): Promise<void> {
  const { tools } = scene.lab.chain!;
  const payer = tools.buyer(0);
  const { nonce } = [...scene.memory.payments.values()].at(-1)!.payload.authorization;
  await tools.client.sendTransaction({
    account: tools.buyer(6),
    ...(await cancellation(payer, nonce as `0x${string}`)),
    ...FIRST_IN_BLOCK,
  });
}

/** A client that has nothing to do with the attack, from its beginning to its end. */
async function askMeanwhile(scene: Scene, work: Promise<unknown>): Promise<void> {
  const others: Exchange[] = [];
  scene.memory.notes.set('others', others);
  let over = false;
  const end = () => {
    over = true;
  };
  void work.then(end, end);
  do {
    const { url } = scene.lab;
    const call = {
      method: 'GET',
      target: '/api/opportunity-check',
      headers: {},
      body: undefined,
      as: undefined,
    };
    others.push(await send(url, call));
    await sleep(20);
  } while (!over);
}

async function until(holds: () => Promise<boolean>, patienceMs = 15_000): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited in vain');
    await sleep(10);
  }
}

async function mixedCalls(scene: Scene, calls: number, paid: number): Promise<void> {
  const { url } = scene.lab;
  const plain = { method: 'GET', target: '/api/opportunity-check', body: undefined, as: undefined } as const;
  const answers: Exchange[] = [];
  for (let done = 0; done < calls; done += 20)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, calls - done) }, async (_, i) => {
          const pays = done + i < paid;
          return send(url, {
            ...plain,
            headers: pays ? { 'payment-signature': await expand('{{sig:oc-get}}', scene) } : {},
          });
        }),
      )),
    );
  const delivered = answers.filter(({ status }) => status === 200).length;
  if (delivered !== paid) throw new Error(`${delivered} of ${paid} payments were delivered`);
  scene.memory.notes.set('paid', paid);
}
