import { type AttackCase, pathOf, sentencesOf, throughEdge } from './case.ts';
import { hasNoInternals } from './checks/http.ts';
import { CHECKS, isAboutCounts } from './checks/index.ts';
import { GIVENS, givenFor } from './givens.ts';
import { canStart, isThroughEdge, type Lab, type LabOptions } from './lab.ts';
import { isMacro, type Memory, macrosOf, newMemory } from './macros.ts';
import { completions, snapshot } from './observe.ts';
import { requestFor, requestsOf, type Scene, sendAll, Unobservable } from './scene.ts';
import type { Exchange } from './send.ts';

export type State =
  | 'passed'
  | 'failed'
  | 'not published'
  | 'needs a facilitator'
  | 'needs a shared journal'
  | 'needs its own service';

export interface Verdict {
  readonly id: string;
  readonly title: string;
  readonly state: State;
  /** What is wrong, or what is missing. */
  readonly failures: readonly string[];
  /** Sentences that nobody could check from where this runner stands. */
  readonly unchecked: readonly string[];
  readonly statuses: readonly number[];
  readonly requests: number;
  readonly ms: number;
  readonly figures: Readonly<Record<string, number>>;
}

export interface RunOptions {
  /** A service of its own for rows that leave it in another state; absent when we run against somebody else's. */
  readonly ownLab?: (options: LabOptions) => Promise<Lab>;
  /** Judge figures that depend on the machine's speed. */
  readonly timing?: boolean;
}

/** Sentences and macros that no table knows. A row that has one is not run: it fails. */
export function unknownIn(row: AttackCase): string[] {
  const unknown = sentencesOf(row).filter(({ kind, text }) =>
    kind === 'given' ? givenFor(text) === undefined : !CHECKS.has(text),
  );
  return [
    ...unknown.map(({ kind, text }) => `no ${kind === 'given' ? 'given' : 'check'} for: ${text}`),
    ...macrosOf(row)
      .filter((name) => name !== 'variant' && !isMacro(name))
      .map((name) => `no macro for: {{${name}}}`),
  ];
}

/** Runs one row against a service and says what came of it. Never throws: what goes wrong is in the verdict. */
export async function runCase(whole: AttackCase, shared: Lab, options: RunOptions = {}): Promise<Verdict> {
  const row = isThroughEdge(shared) ? throughEdge(whole) : whole;
  const startedAt = performance.now();
  const verdict = (state: State, rest: Partial<Verdict> = {}): Verdict => ({
    id: row.id,
    title: row.title,
    state,
    failures: [],
    unchecked: [],
    statuses: [],
    requests: 0,
    figures: {},
    ...rest,
    ms: Math.round(performance.now() - startedAt),
  });
  const unknown = unknownIn(row);
  if (unknown.length > 0) return verdict('failed', { failures: unknown });
  const missing = await missingFor(row, shared);
  if (missing.length > 0) return verdict('not published', { failures: missing });
  const needed = (['facilitator', 'shared journal'] as const).find(
    (each) => row.needs?.includes(each) && !canStart(each),
  );
  if (needed) return verdict(needed === 'facilitator' ? 'needs a facilitator' : 'needs a shared journal');
  const own = ownLabOf(row);
  if (own && !options.ownLab) return verdict('needs its own service');

  let lab = shared;
  try {
    if (own && options.ownLab) lab = await options.ownLab(own);
    return verdict('passed', await attack(row, lab, options));
  } catch (error) {
    return verdict('failed', { failures: [`the runner could not go on: ${messageOf(error)}`] });
  } finally {
    if (lab !== shared) await lab.stop();
  }
}

/** What a row needs that this service does not publish. */
async function missingFor(row: AttackCase, { openapi, url, edgeUrl }: Lab): Promise<string[]> {
  const targets = [row.request.target, ...(row.also ?? [])].map(pathOf);
  const routes = row.routes ?? targets.slice(0, 1);
  const missing: string[] = [];
  for (const route of routes)
    if (!(route in openapi.paths) && !(await answers(url, route))) missing.push(route);
  if (missing.length > 0) return missing;
  if (row.needs?.includes('edge') && edgeUrl === undefined) return ['the edge'];
  if (row.needs?.includes('mpp') && !(await offersMpp(url))) return ['MPP'];
  return [];
}

/** Further targets that the row expects to be answered 200 and that are not there yet. */
async function unpublishedOf({ also = [], expect }: AttackCase, { openapi, url }: Lab): Promise<string[]> {
  if (expect.status.some((status) => status !== 200)) return [];
  const found = await Promise.all(
    also.map(async (target) => target in openapi.paths || answers(url, target)),
  );
  return also.filter((_target, i) => !found[i]);
}

/** Routes that an interface description leaves out, such as redirects and pages. */
const answers = async (url: string, path: string): Promise<boolean> =>
  (await fetch(url + path, { method: 'GET', redirect: 'manual' })).status !== 404;

const LEDGER = '/api/agent-commerce-reliability-ledger';
async function offersMpp(url: string): Promise<boolean> {
  return /\bPayment\b/.test((await fetch(url + LEDGER)).headers.get('www-authenticate') ?? '');
}

export function ownLabOf(row: AttackCase): LabOptions | undefined {
  const givens = sentencesOf(row).filter(({ kind }) => kind === 'given');
  const wanted = givens.map(({ text }) => givenFor(text)?.ownLab).filter((each) => each !== undefined);
  return wanted.length === 0 ? undefined : Object.assign({}, ...wanted);
}

async function attack(row: AttackCase, lab: Lab, options: RunOptions): Promise<Partial<Verdict>> {
  const memory = newMemory();
  const scene = await sceneOf(row, lab, memory, options.timing ?? false);
  const failures: string[] = [];
  const unchecked: string[] = [];
  const judge = async (sentences: readonly string[]) => {
    for (const sentence of sentences) await judgeOne(sentence, scene, failures, unchecked);
  };
  const hidden = await unpublishedOf(row, lab);
  if (hidden.length > 0) unchecked.push(...hidden.map((target) => `${target} (not published)`));
  const counts = sentencesOf(row).some(isAboutCounts);
  try {
    for (const sentence of row.given ?? []) await arrange(sentence, scene);
    // Made before anything is measured: a payment begins with an unpaid call.
    const sent = { ...row, also: row.also?.filter((target) => !hidden.includes(target)) };
    let requests = await requestsOf(sent, { lab, memory });
    const counted = (row.given ?? []).some((sentence) => givenFor(sentence)?.counted);
    if (!counted) scene.before = await snapshot(lab, counts);
    const all: Exchange[] = [];
    for (const step of row.steps ?? [undefined]) {
      for (const sentence of step?.given ?? []) await arrange(sentence, scene);
      if (step?.given) requests = await requestsOf(sent, { lab, memory });
      scene.exchanges = await sendOver(scene, requests);
      all.push(...scene.exchanges);
      if (step) {
        scene.after = await snapshot(lab, counts);
        failures.push(...wrongStatuses(scene.exchanges, step.status));
        await judge([...(step.must ?? []), ...(step.never ?? [])]);
      }
    }
    scene.exchanges = all;
    scene.after = await snapshot(lab, counts);
    failures.push(...wrongStatuses(all, row.expect.status), ...wrongDeltas(scene), ...wrongAlways(scene));
    await judge([...row.expect.must, ...row.expect.never]);
    return {
      state: failures.length > 0 ? 'failed' : 'passed',
      failures: [...new Set(failures)],
      unchecked: [...new Set([...unchecked, ...unseenDeltas(scene)])],
      statuses: [...new Set(all.map(({ status }) => status))].sort(),
      requests: all.length,
      figures: Object.fromEntries(scene.figures),
    };
  } finally {
    for (const work of scene.cleanup) await work();
  }
}

async function sceneOf(row: AttackCase, lab: Lab, memory: Memory, timing: boolean): Promise<Scene> {
  const first = await snapshot(lab);
  return {
    row,
    lab,
    memory,
    timing,
    exchanges: [],
    before: first,
    after: first,
    during: undefined,
    cleanup: [],
    figures: new Map(),
    deliver: async (request, variant) => ({
      exchanges: await sendAll([lab.url], [await requestFor(request, variant, { lab, memory })], 1),
    }),
  };
}

async function arrange(sentence: string, scene: Scene): Promise<void> {
  const given = givenFor(sentence)!;
  const words = given.pattern.exec(sentence)!.slice(1);
  await given.arrange(scene, words);
}

async function sendOver(scene: Scene, requests: Awaited<ReturnType<typeof requestsOf>>): Promise<Exchange[]> {
  const { lab, row } = scene;
  const front = row.at === 'origin' ? lab.originUrl : row.needs?.includes('edge') ? lab.edgeUrl! : lab.url;
  const urls = lab.twinUrl === undefined ? [front] : [front, lab.twinUrl];
  const work = sendAll(urls, requests, row.together ?? 1);
  await scene.during?.(work);
  return work;
}

async function judgeOne(
  sentence: string,
  scene: Scene,
  failures: string[],
  unchecked: string[],
): Promise<void> {
  try {
    await CHECKS.get(sentence)!(scene);
  } catch (error) {
    if (error instanceof Unobservable) unchecked.push(`${sentence} (cannot see: ${error.message})`);
    else failures.push(`${sentence}: ${messageOf(error)}`);
  }
}

const wrongStatuses = (exchanges: readonly Exchange[], allowed: readonly number[]): string[] =>
  exchanges
    .filter(({ status }) => !allowed.includes(status))
    .map(
      ({ status, text, request }) =>
        `${request.method} ${request.target.slice(0, 80)} answers ${status || 'nothing'}: ${text.slice(0, 160)}`,
    )
    .slice(0, 3);

/** Money and completions, which every row states. */
function wrongDeltas({ row, before, after }: Scene): string[] {
  const wrong: string[] = [];
  const compare = (what: string, actual: number | undefined, expected: number | number[] | undefined) => {
    if (actual !== undefined && expected !== undefined && ![expected].flat().includes(actual))
      wrong.push(`${actual} ${what} instead of ${[expected].flat().join(' or ')}`);
  };
  compare(
    'charges',
    before.chain && after.chain && after.chain.transfers - before.chain.transfers,
    row.expect.charges,
  );
  compare('paid completions', completions(before, after), row.expect.completions);
  return wrong;
}

const unseenDeltas = ({ row, before, after }: Scene): string[] => [
  ...(after.chain ? [] : ['charges (cannot see: the chain)']),
  ...(row.expect.completions !== undefined && completions(before, after) === undefined
    ? ['paid completions (cannot see: the journal)']
    : []),
];

/** What no answer may do, whatever the row says. */
function wrongAlways({ exchanges, memory }: Scene): string[] {
  const wrong = new Set<string>();
  for (const { status, headers, text } of exchanges) {
    if (status < 400) continue;
    if (headers.get('payment-response') !== null || headers.get('x-svc-delivery-receipt') !== null)
      wrong.add('a refusal carries a receipt');
    if ([...memory.canaries, ...memory.headers].some((sent) => sent.length > 8 && text.includes(sent)))
      wrong.add('a refusal echoes what was sent');
    try {
      hasNoInternals({ headers, text });
    } catch (error) {
      wrong.add(messageOf(error));
    }
  }
  return [...wrong];
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 400);

/** Whether each sentence of `given` belongs to one row of its table only. */
export const ambiguousGivens = (sentences: readonly string[]): string[] =>
  sentences.filter((sentence) => GIVENS.filter(({ pattern }) => pattern.test(sentence)).length > 1);
