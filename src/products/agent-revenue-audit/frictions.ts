import { parseNano } from './amount.ts';
import type { Kind } from './archetype.ts';
import { isBorneOut } from './borne-out.ts';
import { applies, type ClaimedFriction, claimed, denied, sentencesFor } from './claims.ts';
import { evidence, statedPrice } from './facts.ts';
import { type FoundFriction, type FrictionEvidence, row } from './found.ts';
import { FRICTION_OF } from './learnt/classes.ts';
import { type Heard, heardIn } from './learnt/frictions.ts';
import { type LexiconHit, phraseTable, scan } from './lexicon.ts';
import { type SentencePart, sayParts } from './parts.ts';
import { CAPS, livePrice, type Solved } from './price.ts';
import type { AuditInput, Friction } from './schema.ts';
import type { Fact, StatedFacts } from './stated.ts';
import { supported } from './supported.ts';
import { RULES } from './tables/bands.ts';
import { FRICTIONS, STAGES, STRUCTURAL } from './tables/frictions.ts';
import type { FrictionRow } from './tables/shapes.ts';
import { quoted, type Slots } from './words.ts';

type Role = 'cue' | 'loss' | 'clear';
type Basis = Friction['basis'];

const WORDS = phraseTable<{ row: FrictionRow; role: Role }>(
  FRICTIONS.flatMap((row) => [
    ...row.cues.map((phrase) => [phrase, { row, role: 'cue' as const }] as const),
    ...(row.lossCues ?? []).map((phrase) => [phrase, { row, role: 'loss' as const }] as const),
    ...(row.clears ?? []).map((phrase) => [phrase, { row, role: 'clear' as const }] as const),
  ]),
);
const SETTLEMENT_FLOOR = parseNano(RULES.settlementFloor)!;
const BASIS_ORDER: readonly Basis[] = ['stated', 'derived', 'structural'];
const EFFORTS = ['S', 'M', 'L'];

/** What the words say of frictions, whatever the figures are: read once for one text. */
export interface FrictionWords {
  readonly claims: readonly ClaimedFriction[];
  readonly cued: readonly FoundFriction[];
  readonly denied: ReturnType<typeof denied>;
  readonly cleared: ReadonlySet<string>;
}

export function readFrictions(input: AuditInput): FrictionWords {
  const hits = scan(evidence(input), WORDS);
  const cleared = new Set(
    hits.filter((hit) => hit.payload.role === 'clear' && !hit.negated).map((hit) => hit.payload.row.id),
  );
  const sentences = sentencesFor(input);
  const no = denied(sentences);
  const ruledOut = (id: string) => no.get(id)?.everywhere === true;
  const heard = heardIn(sentences.sentences);
  const found = [
    ...claimed(sentences).filter(
      (one) =>
        !ruledOut(one.row.id) && !contradicted(one.row.id, heard) && isBorneOut(one, sentences.sentences),
    ),
    ...learntClaims(heard).filter((one) => !no.has(one.row.id)),
  ];
  for (const id of no.keys()) if (ruledOut(id)) cleared.add(id);
  const claims = supported(found, sentences.sentences);
  return { claims, cued: cuedIn(hits, cleared), denied: no, cleared };
}

/** What the learnt reading says of one friction at its clearest. */
function clearest(id: string, heard: readonly Heard[], holds: boolean): Heard | undefined {
  return heard
    .filter((one) => FRICTION_OF[one.friction] === id && one.holds === holds)
    .reduce<Heard | undefined>((best, one) => (best && best.sum >= one.sum ? best : one), undefined);
}

/** Ruled out as far as the learnt reading goes, and nowhere stated. */
const contradicted = (id: string, heard: readonly Heard[]): boolean =>
  (clearest(id, heard, false)?.sum ?? -1) >= CLEARLY && clearest(id, heard, true) === undefined;
const CLEARLY = 0;

function learntClaims(heard: readonly Heard[]): ClaimedFriction[] {
  const ids = new Set(heard.flatMap(({ friction, holds }) => (holds ? [FRICTION_OF[friction]!] : [])));
  return [...ids].flatMap((id) => {
    const [yes, no] = [clearest(id, heard, true)!, clearest(id, heard, false)];
    if (no && no.sum >= yes.sum) return [];
    const { field, quote } = yes;
    return [{ row: row(id), basis: 'stated' as const, loss: false, evidence: [{ field, quote }] }];
  });
}

/**
 * Up to seven frictions: what the text or a given fact states, what follows from figures, and what this kind of unit
 * breaks on unless that is ruled out. Reported losses come first, then the earliest broken stage, then the least effort.
 */
export function findFrictions(
  words: FrictionWords,
  kind: Kind,
  reading: StatedFacts,
  solved: Solved,
): FoundFriction[] {
  const found = new Map<string, FoundFriction>();
  const answered = (id: string) => reading.given.get(id)?.value;
  const add = (one: FoundFriction) => {
    if (answered(one.row.id) !== undefined && !one.loss) return;
    if (!found.has(one.row.id) || one.loss) found.set(one.row.id, one);
  };
  for (const [id, fact] of reading.given)
    if (fact.value === 'yes') found.set(id, { ...from(id, fact), basis: 'stated' });
  for (const one of words.claims) if (applies(one, reading)) add(one);
  for (const one of words.cued) add(one);
  for (const one of [...derived(kind, reading, solved), ...structural(kind)])
    if (!words.cleared.has(one.row.id)) add(one);
  // Where money was lost, both halves of the cure belong together: settle late, and answer the same payment once.
  if ([...found.values()].some((one) => one.loss)) {
    for (const id of ['F20', 'F19']) {
      const one = found.get(id);
      found.set(
        id,
        one
          ? { ...one, loss: true }
          : { row: row(id), basis: 'derived', loss: true, evidence: lossEvidence(found) },
      );
    }
  }
  const all = [...found.values()].sort(byNeed);
  const spoken = all.filter((one) => one.basis !== 'structural' || one.loss).length;
  const kept = Math.max(RULES.maxFrictions, Math.min(spoken, RULES.maxSpoken));
  return all.slice(0, kept).sort(byStage);
}

const lossEvidence = (found: ReadonlyMap<string, FoundFriction>): readonly FrictionEvidence[] =>
  [...found.values()].find((one) => one.loss)!.evidence;

function cuedIn(
  hits: readonly LexiconHit<{ row: FrictionRow; role: Role }>[],
  cleared: ReadonlySet<string>,
): FoundFriction[] {
  const byRow = new Map<string, FoundFriction>();
  for (const hit of hits) {
    const { row: friction, role } = hit.payload;
    const loss = role === 'loss';
    if (role === 'clear' || hit.negated || (cleared.has(friction.id) && !loss) || !fits(friction, hit))
      continue;
    const before = byRow.get(friction.id);
    const quotes = [
      ...(loss ? [] : (before?.evidence ?? [])),
      { field: hit.field, quote: hit.quote },
      ...(loss ? (before?.evidence ?? []) : []),
    ];
    byRow.set(friction.id, {
      row: friction,
      basis: 'stated',
      loss: loss || (before?.loss ?? false),
      evidence: quotes.slice(0, 2),
    });
  }
  return [...byRow.values()];
}

/** Words of much else ("everything", "cached", "timeout"): a friction where a problem is told, and a feature in an offer. */
const TOLD_AS_PROBLEM = new Set(['F12', 'F19', 'F23', 'F29', 'F31']);

/** Words that are a friction in one place only: "enterprise" describes a buyer, not an offer. */
function fits(friction: FrictionRow, hit: LexiconHit<{ readonly role: Role }>): boolean {
  if (TOLD_AS_PROBLEM.has(friction.id) && hit.payload.role === 'cue') return hit.field === 'currentProblem';
  if (friction.id === 'F28') return hit.field === 'targetBuyer' || hit.field === 'currentProblem';
  return hit.field !== 'targetBuyer' || friction.id === 'F27';
}

const from = (id: string, fact: Fact): FoundFriction => ({
  row: row(id),
  basis: 'derived',
  loss: false,
  evidence: [{ field: fact.field, quote: fact.quote }],
});

/** Frictions that follow from stated figures. */
function derived(kind: Kind, reading: StatedFacts, solved: Solved): FoundFriction[] {
  const {
    monthlyFee,
    meteredPrice,
    unitPrice,
    wholePrice,
    latencySeconds,
    tools,
    challenges,
    stated: said,
  } = reading;
  const out: FoundFriction[] = [];
  if (monthlyFee && !statedPrice(reading)) out.push(from('F02', monthlyFee.fact));
  if (meteredPrice) out.push(from('F13', meteredPrice.fact));
  if (SENDS_PERSONAL.has(kind.route.id)) out.push(...structural(kind, ['F24'], 'derived'));
  const priced = [monthlyFee, statedPrice(reading), wholePrice, reading.valuePerUse, reading.foreign];
  if (priced.every((one) => one === undefined) && !reading.hasFigure)
    out.push({ row: row('F04'), basis: 'derived', loss: false, evidence: [] });
  for (const price of [wholePrice, unitPrice])
    if (price && price.value > solved.cap) out.push(from('F14', price.fact));
  if (unitPrice && unitPrice.value < SETTLEMENT_FLOOR) out.push(from('F16', unitPrice.fact));
  else if (meteredPrice && meteredPrice.value < SETTLEMENT_FLOOR) out.push(from('F16', meteredPrice.fact));
  if (unitPrice && unitPrice.value > solved.band.p75 && unitPrice.value <= CAPS.override)
    out.push(from('F15', unitPrice.fact));
  if (latencySeconds && latencySeconds.value > BigInt(RULES.slowSeconds))
    out.push(from('F22', latencySeconds.fact));
  if (tools && tools.value >= BigInt(RULES.manyTools)) out.push(from('F12', tools.fact));
  if (said.has('newSeller')) out.push(from('F32', said.get('newSeller')!));
  // Many challenges, no payment, a price like its neighbours': look where buyers turn away before the price.
  const asked = livePrice(reading);
  if (challenges && !paidShareIsChance(reading) && (asked === undefined || asked <= solved.band.p75))
    for (const id of ['F08', 'F17', 'F29']) out.push(from(id, challenges.fact));
  return out;
}

/** Per mille chance of no payment among n challenges at the benchmark rate, in integers. */
export function zeroPaidPerMille(challenges: bigint): bigint {
  const rounds = challenges > 5_000n ? 5_000n : challenges;
  const keep = 1_000n - BigInt(RULES.paidPerMille);
  return (1_000n * keep ** rounds + 1_000n ** rounds / 2n) / 1_000n ** rounds;
}

/** Zero payments that bad luck explains well enough; also true where the counts are unknown or not zero. */
export function paidShareIsChance(reading: StatedFacts): boolean {
  if (!reading.challenges || reading.paid?.value !== 0n) return true;
  return zeroPaidPerMille(reading.challenges.value) >= BigInt(RULES.significancePerMille);
}

/** What these routes are given is about a person, whatever the text says of it. */
const SENDS_PERSONAL = new Set(['msg-text', 'msg-mail', 'msg-letter', 'identity-check']);

function structural(kind: Kind, only?: readonly string[], basis?: Basis): FoundFriction[] {
  const evidenceOf = (kind.candidates[0]?.hits ?? [])
    .slice(0, 1)
    .map(({ field, quote }) => ({ field, quote }));
  const ids = only ?? STRUCTURAL[kind.route.id] ?? STRUCTURAL[kind.route.archetype] ?? [];
  return ids.map((id) => ({
    row: row(id),
    basis: basis ?? (kind.route.archetype === 'out_of_scope' ? ('stated' as const) : ('structural' as const)),
    loss: false,
    evidence: evidenceOf,
  }));
}

const stageOf = (one: FoundFriction): number => STAGES.indexOf(one.row.stage);
const byStage = (a: FoundFriction, b: FoundFriction): number =>
  Number(b.loss) - Number(a.loss) ||
  (a.loss ? b.row.id.localeCompare(a.row.id) : 0) ||
  stageOf(a) - stageOf(b) ||
  EFFORTS.indexOf(a.row.effort) - EFFORTS.indexOf(b.row.effort) ||
  a.row.id.localeCompare(b.row.id);
const byNeed = (a: FoundFriction, b: FoundFriction): number =>
  Number(b.loss) - Number(a.loss) ||
  BASIS_ORDER.indexOf(a.basis) - BASIS_ORDER.indexOf(b.basis) ||
  byStage(a, b);

/** One friction as a row, its sentences filled. `{said}` are the words that state it. */
export function describe(found: FoundFriction, known: Slots): Friction {
  const [first] = found.evidence;
  const isSaid = first !== undefined && found.basis !== 'structural' && !/["\n\r]/u.test(first.quote);
  const slots = { ...known, ...(isSaid && { said: quoted(first.quote) }) };
  return {
    id: found.row.id,
    name: found.row.name,
    stage: found.row.stage,
    effort: found.row.effort,
    basis: found.basis,
    lossReported: found.loss,
    evidence: [...found.evidence],
    effect: only(found.row.effect, slots),
    fix: only(found.row.fix, slots),
    doneWhen: only(found.row.done, slots),
  };
}

function only(parts: readonly SentencePart[], slots: Slots): string {
  const [text] = [...sayParts(parts, slots), ...sayParts(parts, { said: 'what you have', ...slots })];
  if (text === undefined) throw new RangeError(`nothing can be said of: ${JSON.stringify(parts)}`);
  return text;
}

/** `F01 auth_before_402 — no agent has "API key": …; fix: …; done when ….` What the text does not state says so. */
export function frictionLine(one: Friction, slots: Slots): string {
  const isOpen = one.basis === 'structural' || one.evidence.length === 0;
  const quotes = isOpen ? [] : [...new Set(one.evidence.map(({ quote }) => quoted(quote)))];
  const unsaid = quotes.filter((quote) => !one.effect.includes(quote));
  const because = isOpen
    ? `not ruled out for ${slots.plural}: `
    : unsaid.map((quote) => `${quote}: `).join('');
  return `${one.id} ${one.name} — ${because}${one.effect}; fix: ${one.fix}; done when ${one.doneWhen}.`;
}
