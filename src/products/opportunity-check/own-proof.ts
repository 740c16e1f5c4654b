import type { Facts } from '../../declare.ts';
import { digestJson } from '../../values/digest.ts';
import { joined } from '../../values/json.ts';
import { isoTime } from '../../values/time.ts';
import { answerOpportunity, score } from './answer.ts';
import { stakesOf } from './commercial.ts';
import { signalEvidence, strongest } from './evidence.ts';
import { renderAssumed } from './render.ts';
import type { OpportunityAnswer, OpportunityRequest } from './schema.ts';
import { stamp } from './stamp.ts';
import { MODEL, TABLE_DIGESTS } from './tables/index.ts';
import { NOT_CLAIMED, OWN_EVIDENCE, OWN_PRICE_STATEMENT, OWN_SUBJECT } from './tables/own.ts';
import { WORKED_EXAMPLES } from './tables/worked.ts';
import { readOrder } from './terms.ts';
import type { ReadCase } from './whatif.ts';

/**
 * The GET form: the same answer about a fixed subject, this service's own proof route, from facts of its design that
 * a buyer can check. History that was not observed is not claimed. Besides the answer it carries the tables, so that
 * every number of it can be followed, and three worked examples.
 */
export function ownProof(facts: Facts): OpportunityAnswer {
  const asOfDay = isoTime(facts.asOf).slice(0, 10);
  if (made?.asOfDay !== asOfDay) made = { asOfDay, ...proofOf(asOfDay, facts) };
  return joined(made.scored, stamp(facts, made.inputDigest), made.tables);
}

/** Nothing but the stamp tells two calls of one day apart, so the rest is worked out and written down once a day. */
let made: ({ readonly asOfDay: string } & ReturnType<typeof proofOf>) | undefined;

function proofOf(asOfDay: string, facts: Facts) {
  const evidence = strongest(OWN_EVIDENCE.map((row) => signalEvidence(row.signal, row.state, row.source)));
  const texts = { goal: OWN_PRICE_STATEMENT, subject: '', knownSignals: [], constraints: [] };
  const { terms } = readOrder(texts, asOfDay);
  const one: ReadCase = {
    ...{ evidence, terms, stakes: stakesOf(terms), wishes: [], asOfDay, risenTo: null },
    ...{ previewUnread: false, unread: false },
  };
  const whole = score(
    one,
    { host: `${OWN_SUBJECT} of this service`, preview: '' },
    { unread: [], unparsed: [] },
  );
  const scored = {
    ...whole,
    reading: null,
    commercial: {
      ...whole.commercial,
      origin: { ...whole.commercial.origin, price: 'design', calls: 'design' },
    },
    subject: { kind: 'own_route', host: null, registrableDomain: null, flags: [], imitates: null },
    constraints: [],
    assumed: renderAssumed(terms, { assumedHttps: false, documentationName: false, unreadable: false }),
    unparsedSignals: [],
    unread: [],
  } satisfies Partial<OpportunityAnswer>;
  const tables = {
    ownEvidence: OWN_EVIDENCE.map((row) => ({ ...row })),
    notClaimed: NOT_CLAIMED.map((row) => ({ ...row })),
    catalogue: catalogue(),
    workedExamples: WORKED_EXAMPLES.map(({ id, shows, input }) => ({
      id,
      shows,
      input,
      ...outcomeOf(input, facts),
    })),
  };
  return {
    scored: Object.freeze(scored),
    tables: Object.freeze(tables),
    inputDigest: digestJson({ form: 'GET', asOfDay }),
  };
}

/** The tables that the numbers come from, each under the name whose digest is in `tableDigests`. */
function catalogue() {
  const { signals, groups, dimensions, constants, gates, actions } = MODEL;
  return { tableDigests: TABLE_DIGESTS, signals, groups, dimensions, constants, gates, actions };
}

function outcomeOf(input: OpportunityRequest, facts: Facts) {
  const { recommendation, trustProfile, commercial, gates } = answerOpportunity(input, facts);
  const { probability, interval80, coverage } = trustProfile;
  return {
    recommendation,
    ...{ probability, interval80, coverage },
    maxRationalSpendUsd: commercial.maxRationalSpendUsd,
    gates: gates.map(({ id }) => id),
  };
}
