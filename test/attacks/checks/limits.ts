import { challengeOf, encode } from '../../support/payments.ts';
import { expand } from '../macros.ts';
import { buildPayload } from '../payments.ts';
import { requestFor, type Scene } from '../scene.ts';
import { type Exchange, send } from '../send.ts';
import { type Checks, each, hold, jsonOf, seen } from './check.ts';
import { rpcCalls } from './money.ts';

/** Size, time and load. */

const MIB = 1_048_576;
/** Answers of other clients, in milliseconds, at the 99th of 100. */
const OTHERS_P99_MS = 250;
const TIMING_SAMPLES = 10_000;
const T_LIMIT = 4.5;

const residentGrowth = ({ before, after }: Scene): number =>
  seen(after.residentBytes, 'resident memory') - seen(before.residentBytes, 'resident memory');

/** Sends the row again, often enough that what is kept by one request cannot hide, and answers the growth by request. */
async function growthPerRequest(scene: Scene, times: number): Promise<number> {
  const { lab, memory, row } = scene;
  seen(lab.inside, 'resident memory');
  const { snapshot } = await import('../observe.ts');
  const before = await snapshot(lab);
  const request = await requestFor(row.request, row.variants?.at(-1), { lab, memory });
  for (let i = 0; i < times; i++) await send(lab.url, request);
  const after = await snapshot(lab);
  return residentGrowth({ ...scene, before, after }) / times;
}

/** Each fault is cheaper to find than a signer: with a wrong signature beside it, it must be what is named. */
const CHEAP_FAULTS: Readonly<Record<string, readonly string[]>> = {
  'scheme=upto': ['unsupported_scheme'],
  'network=eip155:1': ['wrong_network'],
  'payTo=x': ['wrong_recipient'],
  'accepted=1': ['amount_too_low'],
  'value=9999': ['amount_too_low'],
  'resource=/api/other': ['resource_mismatch'],
  'siglen=3500': ['payment_too_large'],
};

export const LIMITS: Checks = {
  'resident memory grows by more than 1 MB for each request': async (scene) => {
    const growth = await growthPerRequest(scene, 100);
    hold(growth < MIB, `it grows by ${Math.round(growth / 1024)} kB for each request`);
  },
  'answered before the body had arrived': each(({ sentBytes, request }) => {
    const whole = Buffer.byteLength(request.body ?? '');
    hold(sentBytes < whole, `all ${whole} bytes were taken before the answer`);
  }),
  'resident memory grows by less than 2 MB for each request': async (scene) => {
    const growth = await growthPerRequest(scene, 20);
    hold(growth < 2 * MIB, `it grows by ${Math.round(growth / 1024)} kB for each request`);
  },
  'a limit that holds before the handler runs': each((exchange) => {
    hold(exchange.status === 413, 'it was read to the end');
    hold(jsonOf(exchange).error === 'payload_too_large', 'it was refused for something else');
  }),
  'every connection was closed by the service': each(({ received }) =>
    hold(
      received !== undefined && /^HTTP\/1\.1 408/.test(received),
      'the service waited longer than a minute',
    ),
  ),
  'other clients are served meanwhile': ({ memory }) => {
    const others = memory.notes.get('others') as readonly Exchange[] | undefined;
    hold(others && others.length > 0, 'nobody else asked');
    const wrong = others.filter(({ status }) => status !== 402);
    hold(wrong.length === 0, `other clients got ${wrong.map(({ status }) => status).join(', ')}`);
  },
  // How fast is the machine's affair: judged only when somebody asks for it (--timing).
  'other clients wait less than 250 ms at the 99th percentile': ({ memory, timing, figures }) => {
    const others = memory.notes.get('others') as readonly Exchange[] | undefined;
    hold(others && others.length > 0, 'nobody else asked');
    const sorted = others.map(({ ms }) => ms).sort((a, b) => a - b);
    const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]!;
    figures.set('p99 of other clients, ms', Math.round(p99));
    if (timing) hold(p99 < OTHERS_P99_MS, `${Math.round(p99)} ms`);
  },
  'every fault that is cheap to find is found before the signature is looked at': async (scene) => {
    const { lab } = scene;
    const required = await challengeOf(`${lab.url}/api/opportunity-check`);
    for (const [fault, reasons] of Object.entries(CHEAP_FAULTS)) {
      const [name = '', value = ''] = fault.split(/=(.*)/s);
      const options = new Map([
        ['sig', 'otherkey'],
        [name, value],
      ]);
      const payment = encode(await buildPayload(lab, required, options));
      const answer = await send(lab.url, {
        method: 'GET',
        target: '/api/opportunity-check',
        headers: { 'payment-signature': payment },
        body: undefined,
        as: undefined,
      });
      const reason = String(jsonOf(answer).reason);
      hold(answer.status === 402 && reasons.includes(reason), `${fault} with a wrong signature: ${reason}`);
    }
  },
  'a flood of signatures is refused or answered, never lost': (scene) => {
    const lost = scene.exchanges.filter(({ status }) => status === 0);
    if (scene.after.rpcCalls) {
      const calls = rpcCalls(scene) / scene.exchanges.length;
      scene.figures.set('calls to the chain for each', Math.round(calls * 100) / 100);
    }
    hold(lost.length === 0, `${lost.length} of ${scene.exchanges.length} got no answer`);
  },
  'the time of an answer says nothing about the ticket': async (scene) => {
    if (!scene.timing) return seen(undefined, 'timing, without --timing');
    const t = await welch(scene);
    scene.figures.set('Welch t', Math.round(t * 100) / 100);
    hold(Math.abs(t) < T_LIMIT, `t = ${t.toFixed(2)}`);
  },
};

/** Welch's t between the times of tickets that begin like a good one and tickets that do not. */
async function welch(scene: Scene): Promise<number> {
  const { lab, memory, row } = scene;
  const groups: [number[], number[]] = [[], []];
  for (let i = 0; i < TIMING_SAMPLES * 2; i++) {
    const group = i % 2;
    const header = await expand(group === 0 ? '{{ticket:A prefix=31}}' : '{{ticket:A prefix=0}}', {
      lab,
      memory,
    });
    const request = await requestFor(row.request, row.variants?.[0], { lab, memory });
    const { ms } = await send(lab.url, {
      ...request,
      headers: { ...request.headers, 'x-svc-audit-authorization': header },
    });
    groups[group as 0 | 1].push(ms);
  }
  const [a, b] = groups.map(trimmed) as [number[], number[]];
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);
}

/** Without the slowest tenth, which is the machine's doing. */
const trimmed = (values: number[]): number[] =>
  values.sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const variance = (values: readonly number[]): number => {
  const middle = mean(values);
  return values.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (values.length - 1);
};
