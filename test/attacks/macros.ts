import { randomBytes } from 'node:crypto';
import type { PaymentRequired } from '@x402/core/types';
import { challengeOf, freshNonce, type Payload } from '../support/payments.ts';
import type { Lab } from './lab.ts';
import { mppCredential } from './mpp.ts';
import { asVersion1, buildPayload, encodePadded, encodeUrlSafe, PAID_ROUTES } from './payments.ts';
import type { Exchange } from './send.ts';

/** What one case remembers from its first macro to its last check. */
export interface Memory {
  /** Payments by name (`fixed=K`). */
  readonly payments: Map<string, Payload>;
  /** MPP credentials by name (`fixed=K`), without their scheme. */
  readonly credentials: Map<string, string>;
  /** Tickets and preflight matches by name. */
  readonly tickets: Map<string, string>;
  /** Answers of payments that were delivered before the attack, by name. */
  readonly delivered: Map<string, Exchange>;
  /** Every canary that was sent: what must be found nowhere. */
  readonly canaries: Set<string>;
  /** Every payment header that was made. */
  readonly headers: Set<string>;
  readonly challenges: Map<string, { readonly required: PaymentRequired; readonly at: number }>;
  /** What a `given` found out, for the check that asks. */
  readonly notes: Map<string, unknown>;
}

export const newMemory = (): Memory => ({
  payments: new Map(),
  credentials: new Map(),
  tickets: new Map(),
  delivered: new Map(),
  canaries: new Set(),
  headers: new Set(),
  challenges: new Map(),
  notes: new Map(),
});

/** Signed offers live for a minute. */
const CHALLENGE_MS = 20_000;

type Macro = (argument: string, scope: { lab: Lab; memory: Memory }) => string | Promise<string>;

/** One row for each macro: what is between `{{name:` and `}}` is its argument. */
const MACROS: Readonly<Record<string, Macro>> = {
  sig: payment,
  ticket: ticket,
  match: preflightMatch,
  example: (route, { lab }) => JSON.stringify(exampleOf(lab, route)),
  mpp: (argument, { lab, memory }) => {
    const { subject, options } = parseOptions(argument);
    return mppCredential(PAID_ROUTES[subject]?.path ?? '', options, lab, memory);
  },
  canary: (_argument, { memory }) => {
    const [known] = memory.canaries;
    const canary = known ?? randomBytes(10).toString('hex');
    memory.canaries.add(canary);
    return canary;
  },
  rand: () => randomBytes(8).toString('hex'),
  randip: () => `203.0.113.${1 + Math.floor(Math.random() * 254)}`,
  repeat: (argument) => {
    const [text = '', times = ''] = argument.split(':');
    return text.repeat(Number(times));
  },
  nest: (depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)),
  keys: (count) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: Number(count) }, (_, i) => [`k${i}`, i]))),
  /** Code points outside the basic plane: each is two UTF-16 units and four bytes. */
  emoji: (count) => '🛰'.repeat(Number(count)),
  combining: (count) => 'e\u0301'.repeat(Math.floor(Number(count) / 2)) + 'e'.repeat(Number(count) % 2),
  bigjson: (bytes) => JSON.stringify({ goal: 'x'.repeat(Number(bytes)) }),
  trap: (_argument, { memory }) => String(memory.notes.get('trap') ?? '9'),
};

export const isMacro = (name: string): boolean => name in MACROS;

const PATTERN = /\{\{([a-z0-9]+)(?::([^{}]*))?\}\}/g;

/** Replaces every macro of a text, a macro within another one's argument first. Throws on one that does not exist. */
export async function expand(text: string, scope: { lab: Lab; memory: Memory }): Promise<string> {
  const once = await expandInnermost(text, scope);
  return once === text ? text : expand(once, scope);
}

async function expandInnermost(text: string, scope: { lab: Lab; memory: Memory }): Promise<string> {
  let expanded = '';
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    const macro = MACROS[match[1]!];
    if (!macro) throw new Error(`no such macro: ${match[0]}`);
    expanded += text.slice(at, match.index) + (await macro(match[2] ?? '', scope));
    at = match.index + match[0].length;
  }
  return expanded + text.slice(at);
}

/** Every name of a macro in a row, for the check that all of them exist. */
export const macrosOf = (row: unknown): string[] =>
  [...JSON.stringify(row).matchAll(PATTERN)].map((match) => match[1]!);

export function parseOptions(argument: string): {
  readonly subject: string;
  readonly options: Map<string, string>;
} {
  const [subject = '', ...rest] = argument.trim().split(/\s+/);
  const options = rest.map((each): [string, string] => {
    const at = each.indexOf('=');
    return at < 0 ? [each, ''] : [each.slice(0, at), each.slice(at + 1)];
  });
  return { subject, options: new Map(options) };
}

async function payment(argument: string, { lab, memory }: { lab: Lab; memory: Memory }): Promise<string> {
  const { subject, options } = parseOptions(argument);
  const payload = await remembered(subject, options, lab, memory);
  const spelt = spell(options.has('v1') ? asVersion1(payload) : payload, options);
  memory.headers.add(spelt);
  return spelt;
}

function spell(value: unknown, options: ReadonlyMap<string, string>): string {
  if (options.has('b64url')) return encodeUrlSafe(value);
  const encoded = encodePadded(value);
  return options.has('nopad') ? encoded.replace(/=+$/, '') : encoded;
}

async function remembered(
  subject: string,
  options: Map<string, string>,
  lab: Lab,
  memory: Memory,
): Promise<Payload> {
  const name = options.get('fixed') ?? (options.has('fresh-each') ? `fresh-each ${subject}` : undefined);
  const known = name === undefined ? undefined : memory.payments.get(name);
  if (known && options.has('fresh-each')) {
    // A nonce that was not signed: as wrong a signature as any, without the work of making one.
    const next = structuredClone(known);
    next.payload.authorization.nonce = freshNonce();
    return next;
  }
  if (known && options.has('copied')) {
    // Authorization and signature are on the chain; everything around them is the copier's own.
    memory.challenges.delete(subject);
    const { accepts, resource, extensions } = await challenge(subject, lab, memory);
    const copy = { x402Version: 2, accepted: { ...accepts[0]! }, payload: known.payload };
    return options.get('copied') === 'bare' ? copy : { ...copy, resource, extensions: extensions ?? {} };
  }
  if (known) return known;
  const payload = await buildPayload(lab, await challenge(subject, lab, memory), options);
  if (name !== undefined) memory.payments.set(name, payload);
  return payload;
}

async function challenge(subject: string, lab: Lab, memory: Memory): Promise<PaymentRequired> {
  const route = PAID_ROUTES[subject];
  if (!route) throw new Error(`no such paid route: ${subject}`);
  const kept = memory.challenges.get(subject);
  if (kept && Date.now() - kept.at < CHALLENGE_MS) return kept.required;
  const query = subject === 'witness' ? `?match=${await preflightMatch('W', { lab, memory })}` : '';
  const required = await challengeOf(`${lab.url}${route.path}${query}`, { method: route.method });
  memory.challenges.set(subject, { required, at: Date.now() });
  return required;
}

/** The worked example of a POST route, from the interface description. */
export function exampleOf(lab: Lab, route: string): unknown {
  const example = lab.openapi.paths[route]?.post?.requestBody?.content['application/json']?.example;
  if (example === undefined) throw new Error(`the interface description has no example for POST ${route}`);
  return structuredClone(example);
}

async function post(lab: Lab, path: string, body: unknown): Promise<Record<string, unknown>> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(lab.url + path, init);
  if (!answer.ok)
    throw new Error(`POST ${path} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** A ticket for the audit example, by name; then what the attack makes of it. */
async function ticket(argument: string, { lab, memory }: { lab: Lab; memory: Memory }): Promise<string> {
  const { subject, options } = parseOptions(argument);
  let issued = memory.tickets.get(subject);
  if (issued === undefined) {
    const audit = PAID_ROUTES.audit!;
    const required = await challengeOf(lab.url + audit.path, { method: 'POST' });
    const { network, amount } = required.accepts[0]!;
    const scope = {
      route: audit.path,
      method: audit.method,
      network,
      maxAmountAtomicUnits: amount,
      buyerApproval: true,
    };
    const answer = await post(lab, '/api/buyer-payment-scope-check/check', {
      ...scope,
      payload: exampleOf(lab, audit.path),
    });
    if (typeof answer.ticket !== 'string') throw new Error('the scope check issued no ticket');
    issued = answer.ticket;
    memory.tickets.set(subject, issued);
  }
  return spoilt(issued, options);
}

function spoilt(issued: string, options: ReadonlyMap<string, string>): string {
  const flip = options.get('flip');
  if (flip !== undefined) {
    const at = Number(flip) % issued.length;
    return issued.slice(0, at) + (issued[at] === 'A' ? 'B' : 'A') + issued.slice(at + 1);
  }
  const prefix = options.get('prefix');
  if (prefix !== undefined)
    return (
      issued.slice(0, Number(prefix)) +
      randomBytes(64)
        .toString('hex')
        .slice(0, issued.length - Number(prefix))
    );
  if (options.has('cut')) return issued.slice(0, -1);
  if (options.has('longer')) return `${issued}A`;
  if (options.has('empty')) return '';
  if (options.has('otherKey')) return issued.replace(/^[^.]*\./, 'k9.').replace(/^(?!.*\.)/, 'k9.');
  return issued;
}

/** A preflight match for the example client, by name. */
async function preflightMatch(name: string, { lab, memory }: { lab: Lab; memory: Memory }): Promise<string> {
  const known = memory.tickets.get(`match ${name}`);
  if (known !== undefined) return known;
  const path = '/api/x402-compatibility-witness/preflight';
  const { matchId } = await post(lab, path, exampleOf(lab, path));
  if (typeof matchId !== 'string') throw new Error('the preflight of its own example matches nothing');
  memory.tickets.set(`match ${name}`, matchId);
  return matchId;
}
