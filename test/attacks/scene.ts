import { Agent } from 'node:http';
import type { AttackCase } from './case.ts';
import type { Lab } from './lab.ts';
import { expand, type Memory } from './macros.ts';
import type { Snapshot } from './observe.ts';
import { type Exchange, type Request, send } from './send.ts';

/** Everything a check may look at. */
export interface Scene {
  readonly row: AttackCase;
  readonly lab: Lab;
  readonly memory: Memory;
  exchanges: readonly Exchange[];
  before: Snapshot;
  after: Snapshot;
  /** Happens while the requests are in the air; `work` ends with the last of them. */
  during: ((work: Promise<unknown>) => Promise<void>) | undefined;
  readonly cleanup: (() => Promise<void>)[];
  /** Whether figures that depend on the machine's speed are judged, or only measured. */
  readonly timing: boolean;
  /** What was measured and not judged. */
  readonly figures: Map<string, number>;
  /** Sends a request of this case again, or another one, with everything expanded. */
  deliver(request: AttackCase['request'], variant?: unknown): Promise<{ exchanges: readonly Exchange[] }>;
}

/** A check that this lab cannot make: nobody can see the thing from where it stands. */
export class Unobservable extends Error {}

/** The requests of a row, in the order in which they are sent. */
export async function requestsOf(row: AttackCase, scope: { lab: Lab; memory: Memory }): Promise<Request[]> {
  const targets = [row.request.target, ...(row.also ?? [])];
  const variants = row.variants ?? [undefined];
  const shapes = targets.flatMap((target) => variants.map((variant) => ({ target, variant })));
  const times = Math.max(row.times ?? row.together ?? 1, 1);
  const requests: Request[] = [];
  for (let i = 0; i < times; i++)
    for (const { target, variant } of shapes)
      requests.push(await requestFor({ ...row.request, target }, variant, scope));
  return requests;
}

export async function requestFor(
  request: AttackCase['request'],
  variant: unknown,
  scope: { lab: Lab; memory: Memory },
): Promise<Request> {
  const put = (text: string) =>
    text.replaceAll('{{variant}}', typeof variant === 'string' ? variant : JSON.stringify(variant));
  const fill = (text: string) => expand(put(text), scope);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name] = await fill(value);
  const body =
    request.text !== undefined
      ? await fill(request.text)
      : request.json !== undefined
        ? JSON.stringify(await fillJson(request.json, variant, fill))
        : undefined;
  const target = await fill(request.target);
  return {
    method: request.method,
    // What HTTP cannot carry in a target is percent-encoded; everything else goes out as it is written.
    target: target.replace(/[^\x21-\x7e]|[<>"{}|^`]/g, encodeURIComponent),
    headers,
    body,
    as: request.as,
  };
}

async function fillJson(
  value: unknown,
  variant: unknown,
  fill: (text: string) => Promise<string>,
): Promise<unknown> {
  if (value === '{{variant}}') return typeof variant === 'string' ? fill(variant) : variant;
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return Promise.all(value.map((each) => fillJson(each, variant, fill)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, each]) => [
    key,
    await fillJson(each, variant, fill),
  ]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}

/** Sends all requests, at most `together` of them at once, in turn to each of the services. */
export async function sendAll(
  urls: readonly string[],
  requests: readonly Request[],
  together: number,
): Promise<Exchange[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const exchanges: Exchange[] = new Array(requests.length);
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const i = next++;
      exchanges[i] = await send(
        urls[i % urls.length]!,
        requests[i]!,
        requests.length > 1 ? agent : undefined,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(together, requests.length) }, worker));
  agent.destroy();
  return exchanges;
}
