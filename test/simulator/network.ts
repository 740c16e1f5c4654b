import type { PaidRequest } from '../../src/gate/request.ts';
import type { Result } from '../../src/gate/result.ts';
import { withOrder } from '../../src/values/order.ts';
import { PROBLEMS, SITUATIONS } from '../../src/values/problem.ts';
import { type Fleet, PUBLIC_URL, type Service } from './fleet.ts';
import type { SignedPayment } from './purchase.ts';
import type { Process, World } from './world.ts';

/** A call without query, header or body. */
const NOTHING_SENT: PaidRequest = {
  query: new URLSearchParams(),
  header: () => undefined,
  body: async () => ({ text: '' }),
};

/** Between buyers and processes: requests and answers that come late, twice, or not at all. */

export interface Call {
  readonly method: 'GET' | 'POST' | 'HEAD';
  readonly subject: string;
  /** PAYMENT-SIGNATURE */
  readonly credential?: string;
  /** What the credential is, for whoever keeps the score. */
  readonly payment?: SignedPayment;
  /** It was taken off the chain by somebody who did not pay. */
  readonly copied?: true;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly header: (name: string) => string | undefined;
  /** `reason` of a 402, `error` of a problem. */
  readonly why: string | undefined;
  readonly retry: string | undefined;
}

/** Nothing came back in time, or nobody listened. */
export const LOST = Symbol('lost');

/** Sees every request that reaches a process and every answer that one gives, whether or not it arrives. */
export interface Witness {
  shown(call: Call): void;
  answered(call: Call, answer: Answer): void;
  /** The buyer has it. */
  arrived(call: Call, answer: Answer): void;
}

const NativeRequest = globalThis.Request;

export class Network {
  private readonly world: World;
  private readonly fleet: Fleet;
  private readonly witness: Witness;
  private readonly waiting = new Map<Process, Set<() => void>>();

  constructor(world: World, fleet: Fleet, witness: Witness) {
    this.world = world;
    this.fleet = fleet;
    this.witness = witness;
    fleet.onDeath = (process) => {
      for (const lose of this.waiting.get(process) ?? []) world.loop.after(20, lose);
      this.waiting.delete(process);
    };
  }

  call(call: Call, timeoutMs: number): Promise<Answer | typeof LOST> {
    const { world } = this;
    const { random, faults, loop } = world;
    return new Promise((resolve) => {
      let waiting = true;
      const end = (answer: Answer | typeof LOST) => {
        if (waiting && answer !== LOST) this.witness.arrived(call, answer);
        waiting = false;
        resolve(answer);
      };
      const lose = () => end(LOST);
      loop.after(timeoutMs, lose);
      if (faults.strikes('net.request_lost')) return;
      // Some proxy sends the request again: whichever answer is first is the answer.
      if (call.credential !== undefined && faults.strikes('net.duplicate'))
        this.deliver(call, random.between(1, 60), end, lose);
      this.deliver(call, random.between(1, 40), end, lose);
    });
  }

  private deliver(call: Call, afterMs: number, resolve: (answer: Answer) => void, lose: () => void): void {
    const { world, fleet } = this;
    world.loop.after(afterMs, () => {
      const ready = fleet.services.filter((service) => service !== undefined);
      if (ready.length === 0) return lose();
      const service = world.random.pick(ready);
      const { process } = service;
      const waiting = this.waiting.get(process) ?? new Set();
      this.waiting.set(process, waiting.add(lose));
      process.resume(() => {
        world.note(
          () =>
            `${process.name} <- ${call.method} ${call.subject} ${call.credential === undefined ? 'unpaid' : 'paid'}`,
        );
        this.witness.shown(call);
        void this.handle(service, call).then((answer) =>
          process.resume(() => this.answer(service, call, answer, resolve, () => waiting.delete(lose))),
        );
      });
    });
  }

  private answer(
    { process }: Service,
    call: Call,
    answer: Answer,
    resolve: (answer: Answer) => void,
    done: () => void,
  ): void {
    const { world } = this;
    world.note(() => `${process.name} -> ${call.subject} ${answer.status} ${answer.why ?? ''}`);
    this.witness.answered(call, answer);
    if (answer.status === 200 && world.faults.strikes('crash.mid_body')) {
      world.crash(process);
      return;
    }
    done();
    if (call.credential !== undefined && world.faults.strikes('net.answer_lost')) return;
    world.loop.after(world.random.between(1, 40), () => resolve(answer));
  }

  private async handle(service: Service, call: Call): Promise<Answer> {
    if (service.app) return this.overHttp(service.app.fetch, call);
    // Without the HTTP application there is no HEAD to be got wrong.
    if (call.method === 'HEAD')
      return { ...answerOf(await service.gate.unpaid(service.forms.GET, NOTHING_SENT)), body: '' };
    const form = service.forms[call.method === 'POST' ? 'POST' : 'GET'];
    const request: PaidRequest = {
      query: new URLSearchParams(call.method === 'GET' ? { subject: call.subject } : {}),
      header: (name) =>
        name === 'payment-signature'
          ? call.credential
          : name === 'content-type' && call.method === 'POST'
            ? 'application/json'
            : undefined,
      body: async () => ({ text: JSON.stringify({ subject: call.subject }) }),
    };
    return answerOf(await service.gate.pass(form, request, { operatorToken: false, source: undefined }));
  }

  private async overHttp(
    fetch: (request: Request) => Response | Promise<Response>,
    { method, subject, credential }: Call,
  ): Promise<Answer> {
    const url = `${PUBLIC_URL}/api/simulated${method === 'POST' ? '' : `?subject=${subject}`}`;
    const headers = {
      ...(credential !== undefined && { 'payment-signature': credential }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    };
    const response = await fetch(
      new NativeRequest(url, {
        method,
        headers,
        ...(method === 'POST' && { body: JSON.stringify({ subject }) }),
      }),
    );
    const body = await response.text();
    const said =
      response.status === 200 || body === ''
        ? {}
        : (JSON.parse(body) as { reason?: string; error?: string; retry?: string });
    return {
      status: response.status,
      body,
      header: (name) => response.headers.get(name) ?? undefined,
      why: said.reason ?? said.error,
      retry: said.retry,
    };
  }
}

function answerOf(result: Result): Answer {
  if (result.kind === 'delivered')
    return {
      status: 200,
      body: result.body,
      header: named(result.headers),
      why: undefined,
      retry: undefined,
    };
  if (result.kind === 'challenged') {
    const { headers, body, order } = result.challenge;
    const { retry } = body as { retry?: string };
    const id = order!();
    const header = (name: string) => {
      const value = named(headers)(name);
      return value === undefined ? undefined : withOrder(value, id);
    };
    return { status: 402, body: '', header, why: result.declined, retry };
  }
  const { code, situation } = result.problem;
  const { status, retry } = {
    ...(PROBLEMS[code] as { status: number; retry?: string }),
    ...(situation && { retry: SITUATIONS[situation].retry }),
  };
  return { status, body: '', header: () => undefined, why: code, retry };
}

const named = (headers: Readonly<Record<string, string>>) => (name: string) =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
