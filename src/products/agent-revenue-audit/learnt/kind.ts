import { softmax } from '../../../reading/linear.ts';
import type { AuditInput } from '../schema.ts';
import { type Features, offerFeaturesOf, quotedPlaceOf } from './features.ts';
import artefact from './kind.artefact.json' with { type: 'json' };
import { decodedWeights, strongestFeature, sumsOf, type Weights } from './weights.ts';

/** How likely an offer is of each kind, learnt from sellers of many trades (`data/audit`). */
export interface Chance {
  readonly kind: string;
  readonly share: number;
  /** The words that speak most for it. */
  readonly quote?: { readonly start: number; readonly quote: string };
}

type Texts = Pick<AuditInput, 'currentOffer' | 'currentProblem' | 'targetBuyer'> & {
  readonly serviceName?: string;
};

/** How much a text counts beside the offer. */
const PROBLEM = 0.5;
const BUYER = 0.3;
const NAME = 0.8;
/** Many endpoints of different kinds. */
const MANY =
  /(?<![\d.,$€£])[1-9]\d{1,3} (?:\p{L}{2,12} ){0,2}(?:endpoints|tools|apis|services|utilities|functions|actors|models)(?![\p{L}])/iu;
/** How much the lexicon's sums count beside the words; a sum this high is as sure as they get. */
const LEXICON = 0.5;
const SURE = 60;

export function kindFeatures(input: Texts, sums: ReadonlyMap<string, number>): Features {
  const { currentOffer, currentProblem, targetBuyer, serviceName } = input;
  const features = offerFeaturesOf([
    { text: currentOffer, share: 1, places: true },
    ...(currentProblem ? [{ text: currentProblem, share: PROBLEM, places: true }] : []),
    ...(targetBuyer ? [{ text: targetBuyer, share: BUYER, places: true }] : []),
    ...(serviceName ? [{ text: serviceName, share: NAME, places: false }] : []),
  ]);
  const total = [...sums.values()].reduce((all, one) => all + one, 0) || 1;
  for (const [kind, sum] of sums)
    features.set(`l:${kind}`, LEXICON * (sum / total + Math.min(1, sum / SURE)));
  if (MANY.test(currentOffer)) features.set('m:many', 1);
  features.set('bias', 1);
  return features;
}

/** What the weights were learnt from. */
export const LEARNT_FROM: string = artefact.origin;

let weights: Weights | undefined;

/** A share from which an offer needs no name to say what it is. */
export const CLEAR = 0.6;
/** A share below which the offer does not say what it is. */
const UNSAID = 0.5;

/**
 * Kinds by their chances, the likeliest first. The name of the service is read only where the offer leaves it open, so
 * that renaming a service cannot change an answer that rests on its offer. Pure; linear in the text.
 */
export function kindChancesOf(
  { serviceName, ...texts }: Texts & { readonly serviceName: string },
  sums: ReadonlyMap<string, number>,
  /** What the lexicon's words in the name speak for. */
  ofName: ReadonlyMap<string, number>,
): { readonly chances: readonly Chance[]; readonly named: boolean } {
  weights ??= decodedWeights(artefact);
  const model = weights;
  const features = kindFeatures(texts, sums);
  const chances = ranked(features, model);
  if (chances[0]!.share >= CLEAR && sums.size > 0)
    return { chances: withQuotes(chances, features, model, texts.currentOffer), named: false };
  const all = kindFeatures({ ...texts, serviceName }, sums);
  const withName = ranked(all, model);
  const [{ kind: before, share }, { kind }] = [chances[0]!, withName[0]!];
  return {
    chances: withQuotes(withName, all, model, texts.currentOffer),
    named: kind !== before || share < UNSAID || (sums.size === 0 && ofName.has(kind)),
  };
}

/** How likely a few words are to name a kind by themselves. */
export function shareOfKind(text: string, kind: string, sums: ReadonlyMap<string, number>): number {
  weights ??= decodedWeights(artefact);
  const features = kindFeatures({ currentOffer: `${text}.`, targetBuyer: '' }, sums);
  return softmax(sumsOf(features, weights), 1)[weights.classes.indexOf(kind)] ?? 0;
}

const ranked = (features: Features, model: Weights): readonly Chance[] =>
  [...softmax(sumsOf(features, model), 1)]
    .map((share, k) => ({ kind: model.classes[k]!, share }))
    .sort((a, b) => b.share - a.share);

/** Two kinds are named at most, and the undecided one may stand among them: a quote for each of the others is never read. */
const QUOTED = 3;

const withQuotes = (
  chances: readonly Chance[],
  features: Features,
  model: Weights,
  offer: string,
): readonly Chance[] =>
  chances.map((chance, place) => {
    const name =
      place < QUOTED ? strongestFeature(features, model, model.classes.indexOf(chance.kind)) : undefined;
    const quote = name === undefined ? undefined : quotedPlaceOf(offer, name);
    return quote ? { ...chance, quote } : chance;
  });
