import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { CaseVerdict } from '../ledger/evidence.ts';
import { x402Dialect } from './challenge.ts';
import { credentialsIn, type LabEvidence } from './facts.ts';
import { judgeEvidence } from './judge.ts';
import { openLedger } from './money.ts';
import type { Ask, BehaviourRow } from './script.ts';
import { openSeller } from './seller.ts';
import { BUYER, PAID_PATH, REQUEST_BODY } from './terms.ts';

/** The seller alone, for anybody's client: no build of ours, no fence, the machine's own clock. */

/** What somebody's client tells: what its caller got, and, if it counts, what its key signed. */
const toldSchema = z.strictObject({
  /** A worker of the lab says it; here there is one case only. */
  case: z.string().optional(),
  status: z.int().nullable(),
  error: z.strictObject({ name: z.string(), message: z.string() }).nullable(),
  signed: z.int().min(0).optional(),
  nonces: z.int().min(0).optional(),
});
export type ToldByClient = z.infer<typeof toldSchema>;

/** What a line of text tells; undefined when it is no report. */
export function toldIn(line: string): ToldByClient | undefined {
  try {
    return toldSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export interface JudgedRun {
  readonly verdict: CaseVerdict;
  readonly observed: string;
}

export interface Serving {
  /** One case, as a worker of the lab reads it too. */
  readonly given: {
    readonly case: string;
    readonly url: string;
    readonly chain: string | null;
    readonly key: string;
    /** Unix seconds. */
    readonly now: number;
    readonly body: string;
    readonly ask: Ask;
  };
  /** Status of the last answer that the client got. */
  lastStatus(): number | null;
  judge(told: ToldByClient): Promise<JudgedRun>;
  stop(): Promise<void>;
}

/** Why a behaviour cannot be served to a client that is not the lab's; undefined when it can. */
export function whyNotServed({ id, notRun, protocols, ask, seller }: BehaviourRow): string | undefined {
  if (notRun !== undefined) return notRun;
  if (!protocols.some((each) => each !== 'mpp'))
    return 'only x402 is served; MPP is run with "assay lab run"';
  if (seller.mcp !== undefined) return 'it sells over MCP; that is run with "assay lab run"';
  if (ask.clockSkewSeconds !== undefined) return 'it needs a client whose clock the lab can set';
  const { unpaid } = seller;
  const offers = unpaid.kind === 'challenge' && unpaid.change?.extensions?.['offer-receipt'] !== undefined;
  return offers
    ? `${id} carries an offer signed for seller.example, which is not the address here`
    : undefined;
}

export async function serveCase(row: BehaviourRow, clientVersion: 1 | 2, port = 0): Promise<Serving> {
  const [seller, ledger] = await Promise.all([
    openSeller(port),
    row.chain ? openLedger('machine') : Promise.resolve(undefined),
  ]);
  const origin = `http://127.0.0.1:${seller.port}`;
  const startedAt = Math.floor(Date.now() / 1_000);
  seller.play({
    script: row.seller,
    dialect: x402Dialect(clientVersion, origin),
    byPort: true,
    together: row.ask.calls === 'together',
    ...(ledger ? { ledger } : {}),
  });
  return {
    given: {
      case: row.id,
      url: `${origin}${PAID_PATH}`,
      chain: ledger?.rpcUrl ?? null,
      key: BUYER.privateKey,
      now: startedAt,
      body: REQUEST_BODY,
      ask: row.ask,
    },
    lastStatus: () => seller.transcript().at(-1)?.response.status ?? null,
    async judge({ status, error, signed, nonces }) {
      const transcript = [...seller.transcript()];
      // Who does not count at the key is judged by what arrived.
      const arrived = new Set(credentialsIn({ transcript }).map(({ value }) => value)).size;
      const evidence: LabEvidence = {
        requests: transcript.length,
        signedAuthorisations: signed ?? arrived,
        distinctNonces: nonces ?? signed ?? arrived,
        settlements: ledger ? await ledger.transfers() : null,
        statusSeen: status,
        error: error && { name: error.name, messagePrefix: error.message.slice(0, 160) },
        transcript,
      };
      return judgeEvidence(row, evidence, startedAt);
    },
    async stop() {
      await Promise.all([seller.stop(), ledger?.stop()]);
    },
  };
}

/** Runs somebody's client on the case: the case on its standard input, its report the last line that is one. */
export async function toldByCommand(
  serving: Serving,
  [program, ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ToldByClient> {
  const { url, chain, key } = serving.given;
  const child = spawn(program!, args, {
    env: { ...environment, ASSAY_LAB_URL: url, ASSAY_LAB_CHAIN: chain ?? '', ASSAY_LAB_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  // A client may read the environment instead.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(serving.given)}\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  const report = said
    .split('\n')
    .map(toldIn)
    .findLast((each) => each !== undefined);
  if (report !== undefined) return report;
  return code === 0
    ? { status: serving.lastStatus(), error: null }
    : { status: null, error: { name: 'Exit', message: `the client ended with exit code ${code}` } };
}

/** Waits until somebody posts the report of a client that runs elsewhere. */
export async function openDesk(): Promise<{
  readonly url: string;
  readonly told: Promise<ToldByClient>;
  stop(): void;
}> {
  let tell: (told: ToldByClient) => void = () => {};
  const told = new Promise<ToldByClient>((resolve) => {
    tell = resolve;
  });
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const report = toldIn(text);
    response.writeHead(report ? 204 : 400, { connection: 'close' });
    response.end(report ? undefined : 'a report is {"status":200,"error":null}\n');
    if (report) tell(report);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told,
    stop: () => server.close(),
  };
}

/** What the caller is to do with the client, in words. */
export function askInWords({ method = 'GET', body, calls, abort, cap, init }: Ask): string {
  const call = `${method} the address${body === 'stream' ? ', with the body as a stream' : body ? ', with the body as JSON' : ''}`;
  return [
    cap === undefined ? '' : `Limit each payment to ${cap} atomic units of USDC.`,
    calls === 'together'
      ? `${call}, twice at the same time.`
      : `${call}${init === 'absent' ? ', without options' : ''}.`,
    calls === 'again'
      ? 'When that call fails, or its status is 500 or more, make the same call once more.'
      : '',
    abort === 'before' ? 'Abort the call before it begins.' : '',
    abort === 'when_signed' ? 'Abort the call as soon as the key has signed.' : '',
  ]
    .filter((each) => each !== '')
    .join(' ');
}
