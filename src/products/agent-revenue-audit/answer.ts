import type { Facts } from '../../declare.ts';
import { digestJson, utf8 } from '../../values/digest.ts';
import { isoTime } from '../../values/time.ts';
import { assumptions, capNote, confidence, limits, rationale } from './account.ts';
import {
  bazaar,
  example402,
  exampleRequest,
  exampleResponse,
  mcpTool,
  NETWORK,
  type OfferedRoute,
  previewPath,
  routeRequestSchema,
  routeResponseSchema,
  sellerOpenapi,
} from './artefacts.ts';
import { auditCaseOf } from './case.ts';
import { assertConsistent } from './consistency.ts';
import { expertAdvice, facilitators } from './expert.ts';
import { frictionLine } from './frictions.ts';
import { knownFacts } from './known.ts';
import { FRICTIONS_LEARNT_FROM } from './learnt/frictions.ts';
import { LEARNT_FROM } from './learnt/kind.ts';
import { planLine, planWeek } from './plan.ts';
import { priceAtomic, priceLabel } from './price.ts';
import { type AuditCase, diagnosis, summary } from './render.ts';
import type { AuditInput, AuditResponse, AuditRoute } from './schema.ts';
import { sellerSnippets } from './snippets.ts';
import { BANDS, LADDER_DECADES, LADDER_FIGURES, RULES } from './tables/bands.ts';
import { METER_WORDS, QUESTIONS, RISK_WORDS, STATEMENTS } from './tables/cues.ts';
import { CURRENCIES } from './tables/currencies.ts';
import { DIAGNOSIS, FACILITATORS, TOPICS } from './tables/expert.ts';
import { FRICTIONS, STAGES, STRUCTURAL } from './tables/frictions.ts';
import { EXTRA, GIVES_WAY, OWN_DAY, PLAN, WEEK } from './tables/plan.ts';
import { ROUTES } from './tables/routes.ts';
import { readText } from './weigh.ts';
import { sentence } from './words.ts';

/** Digest of every rule table, so that a reader can tell which rules an answer came from. */
export const TABLES_DIGEST = digestJson({
  ROUTES,
  BANDS,
  CURRENCIES,
  LADDER_DECADES,
  LADDER_FIGURES,
  RULES,
  FRICTIONS,
  STRUCTURAL,
  STAGES,
  PLAN,
  WEEK,
  EXTRA,
  GIVES_WAY,
  OWN_DAY,
  DIAGNOSIS,
  TOPICS,
  FACILITATORS,
  QUESTIONS,
  STATEMENTS,
  METER_WORDS,
  RISK_WORDS,
  LEARNT_FROM,
  FRICTIONS_LEARNT_FROM,
});

/** Changes with every row of the tables. Some rules and sentences are code: `release` names those. */
export const AUDIT_MODEL_VERSION = `agent-revenue-audit/${TABLES_DIGEST.slice('sha256:'.length, 'sha256:'.length + 12)}`;

interface Stamp {
  readonly asOf: string;
  readonly release: string;
  readonly modelVersion: string;
  readonly tablesDigest: string;
  readonly inputDigest: string;
}

/**
 * The audit (service spec §2.4): pure, the same input and facts give the same bytes. `source` is not read at all.
 * Throws only on a fault of its own tables.
 */
export function answerAudit(input: AuditInput, facts: Facts): AuditResponse {
  const { source: _attribution, ...read } = input;
  const stamp: Stamp = {
    asOf: isoTime(facts.asOf),
    release: facts.release,
    modelVersion: AUDIT_MODEL_VERSION,
    tablesDigest: TABLES_DIGEST,
    inputDigest: digestJson(read),
  };
  const text = readText(input);
  const { one, offered, questions } = auditCaseOf(text);
  const { kind, reading, frictions, slots } = one;
  const plan = planWeek(kind, reading, frictions, slots);
  const response: AuditResponse = {
    status: 'complete',
    summary: summary(one),
    monetizationDiagnosis: diagnosis(one),
    conversionFriction: frictions.map((friction) => frictionLine(friction, slots)),
    sevenDayRevenuePlan: plan.map((day) => planLine(day)),
    expertAdvice: expertAdvice(slots),
    facts: knownFacts(text).map(({ reads: _, confidence: __, ...fact }) => fact),
    archetype: archetypeOf(one),
    priceRationale: rationale(one),
    frictionDetails: frictions.map(
      ({ name: _, effect: __, fix: ___, doneWhen: ____, evidence: _____, ...rest }) => rest,
    ),
    assumptions: assumptions(one),
    questions: questions.map(({ asks }) => asks),
    confidence: confidence(one),
    limits: limits(one),
    ...stamp,
    bestFirstPaidRoute: routeOf(one, offered),
  };
  const fitted = fitting(response);
  assertConsistent(fitted, input, one.frictions, plan);
  return fitted;
}

/** What an agent can read at once. */
export const MOST_BYTES = 24_000;

/** Advice that is kept before the last questions go: those were asked for free already. */
const LEAST_ADVICE = 3;
/** The facts that the free preparation shows first. */
const LEAST_FACTS = 10;

/** The same answer without the advice and the questions at the end of their lists that make it too long. The mount in Express goes last. */
function fitting(response: AuditResponse): AuditResponse {
  const bytes = (value: unknown): number => utf8(JSON.stringify(value)).length;
  const [expertAdvice, questions, assumptions, facts] = [
    [...response.expertAdvice],
    [...response.questions],
    [...response.assumptions],
    [...response.facts],
  ];
  let over = bytes(response) - MOST_BYTES + 1;
  for (const [list, least] of [
    [expertAdvice, LEAST_ADVICE],
    [questions, 0],
    [expertAdvice, 0],
    [assumptions, 1],
    [facts, LEAST_FACTS],
  ] as const)
    while (over > 0 && list.length > least) over -= bytes(list.pop()) + 1;
  const { express: _, ...fewer } = response.bestFirstPaidRoute.sellerSnippets;
  const route =
    over > 0 ? { ...response.bestFirstPaidRoute, sellerSnippets: fewer } : response.bestFirstPaidRoute;
  return { ...response, expertAdvice, questions, assumptions, facts, bestFirstPaidRoute: route };
}

function archetypeOf({ kind }: AuditCase): AuditResponse['archetype'] {
  return {
    id: kind.id,
    route: kind.route.id,
    score: kind.score,
    candidates: kind.candidates.map(({ id, score, said }) => ({
      id,
      score,
      quotes: said ? [said.quote] : [],
    })),
    readFrom: kind.readFrom,
  };
}

function routeOf(one: AuditCase, offered: OfferedRoute): AuditRoute {
  const { kind, slots, solved } = one;
  const { route, path } = offered;
  return {
    available: true,
    method: route.method,
    path,
    price: priceLabel(solved.price),
    priceAtomic: priceAtomic(solved.price),
    scheme: 'exact',
    network: NETWORK,
    unit: route.unit,
    requestSchema: routeRequestSchema(route),
    responseSchema: routeResponseSchema(route),
    exampleRequest: exampleRequest(route),
    exampleResponse: exampleResponse(route),
    example402: example402(offered),
    openapi: sellerOpenapi(offered),
    bazaar: bazaar(offered),
    ...(kind.route.archetype === 'mcp_toolset' && { mcpTool: mcpTool(offered) }),
    ...(route.companions && {
      companions: route.companions.map(([method, freePath, what]) => ({
        method,
        path: freePath,
        price: 'free',
        what,
      })),
    }),
    sellerSnippets: sellerSnippets(offered, one.reading.context.runtime?.value),
    freePreview: {
      method: 'GET',
      path: previewPath(path),
      redaction: route.redaction,
    },
    failureBehaviour: {
      emptyResult: `no settle: ${route.empty} answers 404`,
      upstream5xx: 'no settle: 503, Retry-After',
      timeout: `stored result: the same payment returns the ${slots.noun} again for 86,400 s`,
      invalidInput: `400 before 402: ${route.bad} is never charged`,
    },
    whyThisRoute: sentence(
      `${slots.method} ${path} sells ${slots.unit}: ${route.remark}, and a failed ${slots.noun} costs a buyer at most ${slots.price}`,
    ),
    notFirst: route.notFirst.map(([alternative, reason]) => ({ alternative, reason })),
    buyerCapNote: capNote(one),
    facilitators: facilitators(NETWORK),
  };
}
