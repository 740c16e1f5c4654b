/** The process of one client build: imports it once, then runs cases one after the other. */
import { Readable } from 'node:stream';
import { BUYER, PAID_PATH, REQUEST_BODY, SELLER_HOST } from '../terms.ts';
import { openClient } from './client.ts';
import { pinClock, raiseFence, seedChance } from './fence.ts';
import type { CaseOrder, FromWorker, Report, ToWorker, WorkerHello } from './messages.ts';
import type { CallInit, Client, ClientCall, Got } from './shapes.ts';
import { type CountingSigner, openSigner } from './signer.ts';

const MESSAGE_KEPT = 160;

const say = (message: FromWorker): void => {
  process.send?.(message);
};

const setClock = pinClock();
const setSeed = seedChance();
let client: Client | undefined;

process.on('message', (message: ToWorker) => {
  void (message.kind === 'hello' ? load(message) : run(message)).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));

async function load({ build, place, ways }: WorkerHello): Promise<void> {
  raiseFence(ways);
  client = await openClient(build, place);
  say({ kind: 'ready' });
}

async function run(order: CaseOrder): Promise<void> {
  setClock(order.now);
  setSeed(order.caseId);
  const controller = new AbortController();
  if (order.ask.abort === 'before') controller.abort();
  const signer = openSigner(BUYER.privateKey, () => {
    if (order.ask.abort === 'when_signed') controller.abort();
  });
  const seen = await callAsAsked(order, signer, controller.signal);
  say({ kind: 'report', caseId: order.caseId, signed: signer.count(), nonces: signer.nonces(), ...seen });
}

type Seen = Pick<Report, 'statusSeen' | 'told' | 'error'>;

async function callAsAsked(order: CaseOrder, signer: CountingSigner, signal: AbortSignal): Promise<Seen> {
  const { ask } = order;
  const call = await client!.prepare(signer.account, ask);
  const once = (): Promise<Seen> => attempt(call, initOf(order, signal), order);
  if (ask.calls === 'together') {
    const [first, second] = await Promise.all([once(), once()]);
    return first!.error ? first! : second!;
  }
  const first = await once();
  if (ask.calls !== 'again' || (first.error === null && (first.statusSeen ?? 500) < 500)) return first;
  return ask.resend ? attempt(() => call.resend(), undefined, order) : once();
}

function initOf({ ask, wanted }: CaseOrder, signal: AbortSignal): CallInit | undefined {
  if (ask.init === 'absent') return undefined;
  const body = wanted?.body ?? REQUEST_BODY;
  return {
    method: ask.method ?? 'GET',
    ...(ask.abort ? { signal } : {}),
    ...(ask.redirect ? { redirect: ask.redirect } : {}),
    ...(ask.body
      ? {
          headers: { 'content-type': 'application/json' },
          body: ask.body === 'stream' && !ask.buffer ? Readable.from([Buffer.from(body)]) : body,
        }
      : {}),
  };
}

/** One call as a careful caller makes it: the answer counts when its body has been read. */
async function attempt(
  call: ClientCall | (() => Promise<Got>),
  init: CallInit | undefined,
  { wanted, path = PAID_PATH }: CaseOrder,
): Promise<Seen> {
  let statusSeen: number | null = null;
  try {
    const got = await call(`http://${SELLER_HOST}${wanted?.path ?? path}`, init);
    statusSeen = got.status;
    await got.read();
    const told = got.told?.slice(0, MESSAGE_KEPT);
    return { statusSeen, error: null, ...(told === undefined ? {} : { told }) };
  } catch (error) {
    return { statusSeen: statusSeen ?? statusOf(error), error: errorOf(error) };
  }
}

const statusOf = (error: unknown): number | null =>
  (error as { response?: { status?: number } } | undefined)?.response?.status ?? null;

/** Name and beginning of an error; the fence's own errors by their name, however deep they are wrapped. */
function errorOf(error: unknown): Seen['error'] {
  const codes: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.name === 'LabFence') return { name: 'LabFence', messagePrefix: each.message };
    const { code } = each as { code?: unknown };
    if (typeof code === 'string' && each !== error) codes.push(code);
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const line = `${message.replace(/\s+/g, ' ')}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`;
  return { name, messagePrefix: line.slice(0, MESSAGE_KEPT) };
}
