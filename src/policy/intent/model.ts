import { softmax, stepsOf } from '../../reading/linear.ts';
import type { FineClass } from './features.ts';
import { CLASSES, CUES, readCues } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };
import type { Token } from './tokens.ts';

const K = CLASSES.length;

interface Weights {
  readonly bytes: Int8Array;
  readonly words: ReadonlyMap<string, number>;
  readonly productWords: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

let loaded: Weights | undefined;

/** Decodes the artefact once, when the first request needs it: `scripts/policy/train.ts` wrote it. */
function weights(): Weights {
  if (loaded) return loaded;
  const bytes = stepsOf(artefact.weights);
  let offset = (CUES.length + 1) * K;
  const index = (list: string): Map<string, number> => {
    const map = new Map<string, number>();
    for (const name of list.split(' ')) {
      map.set(name, offset);
      offset += K;
    }
    return map;
  };
  loaded = {
    bytes,
    words: index(artefact.words),
    productWords: index(artefact.productWords),
    pairs: index(artefact.pairs),
  };
  return loaded;
}

/** Probability of each class for a request; they add up to 1. Linear in the number of words. */
export function probabilities(tokens: readonly Token[], text: string): Record<FineClass, number> {
  const { bytes, words, productWords, pairs } = weights();
  const sums = new Float64Array(K);
  const add = (at: number | undefined, value: number): void => {
    if (at !== undefined) for (let k = 0; k < K; k++) sums[k]! += value * bytes[at + k]!;
  };
  const cues = readCues(tokens, text);
  for (let i = 0; i < cues.length; i++) if (cues[i] !== 0) add(i * K, cues[i]!);
  add(CUES.length * K, 1);
  const request = tokens.filter((token) => !token.product);
  const ownShare = 1 / Math.sqrt(request.length);
  const productShare = 1 / Math.sqrt(tokens.length - request.length);
  for (const token of tokens) {
    if (token.product) add(productWords.get(token.text), productShare);
    else add(words.get(token.text), ownShare);
  }
  for (let i = 0; i + 1 < request.length; i++) {
    if (request[i]!.clause === request[i + 1]!.clause)
      add(pairs.get(`${request[i]!.text}+${request[i + 1]!.text}`), ownShare);
  }
  softmax(sums, artefact.scale);
  const shares = {} as Record<FineClass, number>;
  for (let k = 0; k < K; k++) shares[CLASSES[k]!] = sums[k]!;
  return shares;
}
