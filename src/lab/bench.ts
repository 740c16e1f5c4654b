import type { CaseRecord } from '../ledger/evidence.ts';
import type { Build, ClientLanguage } from './builds.ts';
import { type Dialect, x402Dialect } from './challenge.ts';
import type { Fix } from './fixes.ts';
import { startForeign, whyNotApart } from './foreign.ts';
import { placeOf, whyAbsent } from './install.ts';
import { judgeEvidence } from './judge.ts';
import { lockDigest } from './lock.ts';
import { type Ledger, openLedger } from './money.ts';
import { mppDialect, openTempoLedger } from './mpp.ts';
import { type BuildProcess, startBuild } from './process.ts';
import type { Ask, BehaviourRow, ClientProtocol } from './script.ts';
import { openSeller, type Seller } from './seller.ts';
import {
  BASE_NETWORK,
  ELSEWHERE_HOST,
  LAB_EPOCH,
  LAB_VERSION,
  MCP_PATH,
  SELLER_HOST,
  TEMPO_NETWORK,
} from './terms.ts';

/** One question to one build, perhaps with a fix applied. */
export interface LabCase {
  readonly build: Build;
  readonly row: BehaviourRow;
  readonly fix: Fix | null;
}

export const caseIdOf = ({ build, row, fix }: LabCase): string =>
  `${row.id}.${build.id}${fix ? `+${fix.id}` : ''}`;

/** A place to observe in: a scripted seller, a chain of its own, and one client process at a time. */
export interface Bench {
  run(wanted: LabCase): Promise<CaseRecord>;
  stop(): Promise<void>;
}

export async function openBench(observedAt: () => string): Promise<Bench> {
  const seller = await openSeller();
  /** Chain and dialect by protocol, started when the first case needs them. */
  const worlds = new Map<ClientProtocol, Promise<World>>();
  const worldOf = (protocol: ClientProtocol): Promise<World> => {
    const key = protocol === 'mpp' ? 'mpp' : 'x402v2';
    const world = worlds.get(key) ?? openWorld(key);
    worlds.set(key, world);
    return world;
  };
  let current: { readonly key: string; readonly process: BuildProcess } | undefined;

  /** The process for a case: the one before it, if it is of the same build and still alive. */
  async function processFor(
    { build }: LabCase,
    ledger: Ledger,
    nodeOption: string | undefined,
  ): Promise<BuildProcess> {
    const key = `${build.id} ${nodeOption ?? ''}`;
    if (current?.key === key && current.process.alive) return current.process;
    await current?.process.stop();
    const ways = waysTo(seller, ledger);
    const process =
      build.language === 'node'
        ? await startBuild(build, placeOf(build), ways, nodeOption)
        : await startForeign(build, placeOf(build), ways);
    current = { key, process };
    return process;
  }

  return {
    async run(wanted) {
      const { build, row, fix } = wanted;
      const reason = await whyNotRun(wanted);
      const frame = frameOf(wanted, observedAt());
      if (reason !== undefined)
        return { ...frame, ...NOT_RUN, transcript: [], observed: `not run: ${reason}` };
      const ask = { ...row.ask, ...fix?.ask };
      const { ledger, mpp } = await worldOf(build.protocol);
      const process = await processFor(wanted, ledger, ask.nodeOption);
      // Some clients read their balance before they sign, whether or not the seller settles.
      await ledger.reset();
      seller.play({
        script: row.seller,
        dialect: mpp ?? x402Dialect(build.protocol === 'x402v1' ? 1 : 2),
        together: ask.calls === 'together',
        ...(row.chain ? { ledger } : {}),
      });
      const report = await process.run({ caseId: frame.caseId, ask, now: clockOf(ask), ...pathOf(row) });
      const transcript = [...seller.transcript()];
      const evidence = {
        requests: transcript.length,
        signedAuthorisations: report.signed,
        distinctNonces: report.nonces,
        settlements: row.chain ? await ledger.transfers() : null,
        statusSeen: report.statusSeen,
        error: report.error,
        ...(report.told === undefined ? {} : { told: report.told }),
        transcript,
      };
      const runtime = { ...process.runtime, os: frame.runtime.os };
      return { ...frame, runtime, ...evidence, ...(await judgeEvidence(row, evidence)) };
    },
    async stop() {
      await current?.process.stop();
      const open = await Promise.allSettled(worlds.values());
      await Promise.all([
        seller.stop(),
        ...open.map((world) => (world.status === 'fulfilled' ? world.value.ledger.stop() : undefined)),
      ]);
    },
  };
}

/** A tool is sold at another address than the page. */
const pathOf = ({ seller: { mcp } }: BehaviourRow) => (mcp ? { path: MCP_PATH } : {});

/** Where the client's clock stands, milliseconds since 1970. */
const clockOf = ({ clockSkewSeconds = 0 }: Ask): number => (LAB_EPOCH + clockSkewSeconds) * 1_000;

/** Why a question is not for clients that pay over this transport; undefined when it is. */
export function whyOtherTransport(
  { transport }: Pick<Build, 'transport'>,
  { seller: { mcp } }: Pick<BehaviourRow, 'seller'>,
): string | undefined {
  if (transport === 'http') return mcp === undefined ? undefined : 'this client does not speak MCP';
  return mcp ? undefined : 'this client pays over MCP only, and the question is about HTTP';
}

/** Why a case is not run, here or at all; undefined when it is. */
async function whyNotRun({ build, row, fix }: LabCase): Promise<string | undefined> {
  if (!row.protocols.includes(build.protocol))
    return `the question does not arise for a client of ${build.protocol}`;
  const elsewhere = whyOtherTransport(build, row);
  if (elsewhere !== undefined) return elsewhere;
  const asked = Object.keys({ ...row.ask, ...fix?.ask }).find((name) => build.cannot[name] !== undefined);
  return (
    row.notRun ??
    (asked === undefined ? undefined : build.cannot[asked]) ??
    whyAbsent(build) ??
    (build.language === 'node' ? undefined : await whyNotApart())
  );
}

interface World {
  readonly ledger: Ledger;
  /** Set where the seller speaks MPP; x402 has a dialect for each version. */
  readonly mpp?: Dialect;
}

async function openWorld(key: 'mpp' | 'x402v2'): Promise<World> {
  if (key === 'x402v2') return { ledger: await openLedger() };
  const [ledger, mpp] = await Promise.all([openTempoLedger(), mppDialect()]);
  return { ledger, mpp };
}

const waysTo = (seller: Seller, ledger: Ledger) => ({
  [SELLER_HOST]: seller.port,
  [ELSEWHERE_HOST]: seller.elsewherePort,
  'chain.example': Number(new URL(ledger.rpcUrl).port),
});

/** Where a language's packages are published. */
const ECOSYSTEMS = { node: 'npm', python: 'pypi', go: 'go', rust: 'crates.io' } as const satisfies Record<
  ClientLanguage,
  CaseRecord['client']['ecosystem']
>;

const NOT_RUN = {
  verdict: 'not_run',
  requests: 0,
  signedAuthorisations: 0,
  distinctNonces: 0,
  settlements: null,
  statusSeen: null,
  error: null,
} as const;

type Frame = Omit<CaseRecord, keyof typeof NOT_RUN | 'transcript' | 'observed'>;

function frameOf(wanted: LabCase, observedAt: string): Frame {
  const { build, row, fix } = wanted;
  return {
    recordVersion: '1.0',
    caseId: caseIdOf(wanted),
    behaviourId: row.id,
    fixId: fix?.id ?? null,
    client: {
      name: build.name,
      version: build.version,
      ecosystem: ECOSYSTEMS[build.language],
      lockDigest: lockDigest(build),
    },
    runtime: {
      name: build.language,
      version: build.language === 'node' ? process.versions.node : 'not started',
      os: process.platform,
    },
    protocol: build.protocol,
    scheme: build.protocol === 'mpp' ? 'charge' : 'exact',
    network: build.protocol === 'mpp' ? TEMPO_NETWORK : BASE_NETWORK,
    expected: row.expected,
    evidenceLevel: row.chain ? 'E2_local_chain' : 'E1_authorisation',
    observedAt,
    labVersion: LAB_VERSION,
  };
}
