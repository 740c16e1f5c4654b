import { document, offeredBy, type Product, selectedBy } from '../declare.ts';
import titles from '../ledger/behaviours.artefact.json' with { type: 'json' };
import { availabilityOf, editionIn } from '../ledger/freshness.ts';
import { type Edition, type FailureSignature, LEDGER, rowsOf } from '../ledger/schema.ts';
import { treeIn } from '../ledger/selection.ts';
import { soldWhole } from '../ledger/shared.ts';
import { lastTestedEarlier, notRunOf, registriesOf } from '../ledger/tested-builds.ts';
import type { EditionStanding } from '../ports.ts';
import { lastKnown } from './last-known.ts';

const PATH = `/api/${LEDGER}` as const;

/** Whether it may be bought is judged at the time of the request, whatever was read when. */
const latest = lastKnown(({ reach }) => reach.editions.latest());

/**
 * The free half of the ledger (service spec §2.10): whether an edition may be bought, what it holds in numbers, and
 * three rows, each provably from it. Never the full dataset.
 */
export const reliabilityLedgerPreview = document({
  id: 'agent-commerce-reliability-ledger-preview',
  path: `${PATH}/preview`,
  summary: 'Whether the current ledger edition can be bought, its coverage, and three rows with proofs.',
  freshness: 'live',
  attributed: true,
  // What is shown of an edition costs a tenth of a start; whoever asks first waits for it.
  remember: latest,
  render: async (context) => {
    const { asOf, release, published } = context;
    const { value: standing } = await latest(context);
    const isLedger = ({ path }: Product) => path === PATH;
    const closed = offeredBy(published).closed.find(({ product }) => isLedger(product));
    // The edition is judged anew, since what is offered was judged a moment ago.
    const availability = availabilityOf(standing, asOf, closed?.code !== 'settlement_unavailable');
    const product = availability.purchaseAvailable ? published.catalogue.products.find(isLedger) : undefined;
    return {
      product: LEDGER,
      preview: true,
      release,
      availability,
      purchase: product && {
        method: 'GET',
        path: PATH,
        price: product.price.label,
        amountAtomic: product.price.amount,
        requestBodyRequired: false,
        accountRequired: false,
        apiKeyRequired: false,
        signInRequired: false,
        // What a query may choose, for the same price.
        selectedBy: selectedBy(product),
      },
      ...(standing && standing.fault === undefined ? shown(standing) : NOTHING),
      howToVerify:
        'The leaf of a row is SHA-256(0x00 || its RFC 8785 form); climb proof.path as in RFC 9162 to rowsRoot; rowsJws, signed with a key of /.well-known/jwks.json, binds rowsRoot to contentDigest. The paid edition has the same contentDigest.',
    };
  },
});

type Sound = Exclude<EditionStanding, { fault: string }>;

/** What is shown of an edition follows from the edition alone: made once for each. */
let last: { readonly text: string; readonly part: Shown } | undefined;

interface Shown {
  readonly edition: ReturnType<typeof summaryOf> | null;
  readonly sampleRows: readonly object[];
}

const NOTHING: Shown = { edition: null, sampleRows: [] };

function shown(standing: Sound): Shown {
  if (last?.text !== standing.text)
    last = {
      text: standing.text,
      part: { edition: summaryOf(standing), sampleRows: sampleOf(editionIn(standing)) },
    };
  return last.part;
}

function summaryOf(standing: Sound) {
  const { schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest, ...rest } =
    editionIn(standing);
  const { coverage, rowsRoot, rowsCount, signature, editionDelta, evidencePolicy, privacy } = rest;
  return {
    schemaVersion,
    release,
    generatedAt,
    validUntil,
    previousDigest,
    contentDigest,
    bytes: JSON.stringify(soldWhole(editionIn(standing))).length,
    coverage,
    rowsRoot,
    rowsCount,
    signature,
    changes: {
      added: editionDelta.added.length,
      changed: editionDelta.changed.length,
      removed: editionDelta.removed.length,
      newlyStale: editionDelta.newlyStale.length,
      noChange: editionDelta.noChange,
    },
    clients: clientsOf(rest.compatibilityMatrix),
    registries: registriesOf(rest.compatibilityMatrix),
    notRun: notRunOf(rest.compatibilityMatrix),
    lastTestedEarlier: lastTestedEarlier(rest),
    compatibilityMap: mapOf(rest),
    evidencePolicy,
    privacy,
  };
}

const clientsOf = (rows: Edition['compatibilityMatrix']): string[] =>
  [...new Set(rows.map(({ client }) => `${client.name}@${client.version}`))].sort();

/** Verdicts of a case that was run and says something. */
const APPLIES: ReadonlySet<string> = new Set(['pass', 'fail']);

/** Money goes where it should not, or is paid twice. */
const LOSSES: ReadonlySet<FailureSignature['moneyRisk']> = new Set(['double_charge', 'overpay', 'leak']);

/**
 * The matrix seen from far: for each behaviour and client, how many of the versions that were run passed. Behaviours in
 * which a client puts money at risk come first. Which version, what it did, the evidence and the fix are in the edition.
 */
function mapOf({
  compatibilityMatrix: rows,
  failureSignatures,
}: Pick<Edition, 'compatibilityMatrix' | 'failureSignatures'>) {
  const ecosystems = new Map(rows.map(({ client }) => [client.name, client.ecosystem]));
  const clients = [...ecosystems.keys()].sort();
  const losing = new Set(
    failureSignatures.filter(({ moneyRisk }) => LOSSES.has(moneyRisk)).flatMap(({ caseIds }) => caseIds),
  );
  const behaviours = [...Map.groupBy(rows, ({ behaviourId }) => behaviourId)].map(([id, own]) => ({
    id,
    title: (titles as Readonly<Record<string, string>>)[id] ?? own[0]!.expected,
    expected: own[0]!.expected,
    moneyAtRisk: own.some((row) => losing.has(row.id)),
    cells: clients.map((name) => {
      const run = own.filter(
        ({ client, verdict, stale }) => client.name === name && !stale && APPLIES.has(verdict),
      );
      return { passed: run.filter(({ verdict }) => verdict === 'pass').length, ran: run.length };
    }),
  }));
  return {
    clients,
    /** Where each of the clients is published. */
    registries: clients.map((name) => ecosystems.get(name)!),
    behaviours: behaviours.sort((a, b) => Number(b.moneyAtRisk) - Number(a.moneyAtRisk)),
  };
}

/** One row that passed, one that failed, and one failure signature: the same for everybody. */
function sampleOf(edition: Edition): object[] {
  const { compatibilityMatrix, failureSignatures } = edition;
  const wanted = [
    compatibilityMatrix.findIndex(({ verdict }) => verdict === 'pass'),
    compatibilityMatrix.findIndex(({ verdict }) => verdict === 'fail'),
    failureSignatures.length === 0 ? -1 : compatibilityMatrix.length,
  ].filter((index) => index >= 0);
  const rows = rowsOf(edition);
  const tree = treeIn(edition);
  return wanted.map((index) => ({ row: rows[index], proof: tree.proof(index) }));
}
