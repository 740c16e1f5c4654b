import { risingSteps } from './account.ts';
import { type OfferedRoute, previewPath } from './artefacts.ts';
import { describe } from './frictions.ts';
import { knownFacts } from './known.ts';
import { sized } from './pack.ts';
import { priceAtomic, priceLabel, type Solved } from './price.ts';
import { type Question, questionsFor } from './questions.ts';
import { type AuditCase, kindWords } from './render.ts';
import { saidBy } from './said.ts';
import type { AuditInput } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { type ReadText, type Weighed, weigh } from './weigh.ts';
import { asciiName, displayName, quoted, type Slots } from './words.ts';

const DEFAULT_WINDOW_SECONDS = 60n;
const LONGEST_WINDOW_SECONDS = 600n;

/** The decisions about one text, with the words that its sentences are filled from, and what is left to ask. */
export function auditCaseOf(text: ReadText): {
  one: AuditCase;
  offered: OfferedRoute;
  questions: Question[];
} {
  const weighed = weigh(text);
  const { reading, solved, found } = weighed;
  const kind = { ...weighed.kind, route: sized(weighed.kind.route, solved.units, solved.unitWord) };
  const offered = offeredOf(text.input, { kind, reading, solved });
  const facts = knownFacts(text);
  const said = saidBy({ input: text.input, facts, reading, solved, route: kind.route });
  const slots = { ...slotsOf(offered, solved), ...said };
  const frictions = found.map((each) => describe(each, slots));
  const one: AuditCase = { input: text.input, kind, reading, solved, slots, frictions };
  return { one, offered, questions: questionsFor(text, askedWith(one)) };
}

/** What questions name beside the slots of every sentence. */
const askedWith = ({ slots, reading, kind, solved }: AuditCase): Slots => ({
  ...slots,
  slowSeconds: `${RULES.slowSeconds} s`,
  toolCount: reading.tools ? `${reading.tools.value} tools` : 'tools',
  feeQuote: reading.monthlyFee ? quoted(reading.monthlyFee.fact.quote) : 'the plan',
  foreignQuote: reading.foreign ? quoted(reading.foreign.fact.quote) : '',
  foreignBasis: solved.rate ? 'a rounded rate that is not a quote' : 'its class alone',
  candidateA: kindWords(kind.candidates[0]?.id ?? ''),
  candidateB: kindWords(kind.candidates[1]?.id ?? ''),
});

function offeredOf(
  input: AuditInput,
  { kind, reading, solved }: Pick<Weighed, 'kind' | 'reading' | 'solved'>,
): OfferedRoute {
  const tool = kind.route.archetype === 'mcp_toolset' ? reading.topTool?.value : undefined;
  const name = asciiName(input.serviceName);
  const window = (reading.latencySeconds?.value ?? 0n) * 2n;
  const bounded =
    window < DEFAULT_WINDOW_SECONDS
      ? DEFAULT_WINDOW_SECONDS
      : window > LONGEST_WINDOW_SECONDS
        ? LONGEST_WINDOW_SECONDS
        : window;
  return {
    route: kind.route,
    path: tool ? kind.route.path.replace('most-used', tool) : kind.route.path,
    price: solved.price,
    serviceName: displayName(input.serviceName),
    ...(name && { asciiName: name }),
    maxTimeoutSeconds: Number(bounded),
  };
}

function slotsOf({ route, path, price, serviceName }: OfferedRoute, solved: Solved): Slots {
  return {
    service: serviceName,
    method: route.method,
    path,
    previewPath: previewPath(path),
    noun: route.noun,
    aNoun: `${/^[aeiou]/iu.test(route.noun) ? 'an' : 'a'} ${route.noun}`,
    plural: route.plural,
    unit: route.unit,
    price: priceLabel(price),
    atomic: priceAtomic(price),
    emptyCase: route.empty,
    badCase: route.bad,
    cap: priceLabel(solved.cap),
    bandLabel: solved.band.row.label,
    ...risingSteps(price),
  };
}
