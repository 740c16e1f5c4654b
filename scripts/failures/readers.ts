/** Who pasted a text, buyer or seller, learnt from the rows whose author says it. */

const MIN_SEEN = 3;
const ROUNDS = 120;
const RATE = 0.3;
const BIAS_RATE = 0.5;
const DECAY = 1e-2;
/** How far the words of a text reach together, however many they are. */
const REACH = 3;
/** Weights are kept in hundredths; smaller ones say nothing. */
const STEP = 100;

interface Told {
  /** Places of its words and pairs. */
  readonly held: readonly number[];
  readonly buys: boolean;
}

export interface Readers {
  readonly bias: number;
  /** By place: over 0 it is said by buyers. */
  readonly weights: ReadonlyMap<number, number>;
}

/** A logistic regression by whole descents: no chance in it, so the same rows give the same weights. */
export function readersLearnt(rows: readonly Told[], width: number): Readers {
  const seen = new Uint16Array(width);
  for (const { held } of rows) for (const at of held) seen[at]! += 1;
  const weights = new Float64Array(width);
  const slope = new Float64Array(width).fill(1e-3);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = new Float64Array(width);
    let ofBias = 0;
    for (const { held, buys } of rows) {
      const share = REACH / Math.sqrt(held.length || 1);
      let sum = bias;
      for (const at of held) sum += weights[at]! * share;
      const error = 1 / (1 + Math.exp(-sum)) - (buys ? 1 : 0);
      ofBias += error;
      for (const at of held) step[at]! += error * share;
    }
    bias -= (BIAS_RATE * ofBias) / rows.length;
    for (let at = 0; at < width; at += 1) {
      if (seen[at]! < MIN_SEEN) continue;
      const g = step[at]! + DECAY * rows.length * weights[at]!;
      slope[at]! += g * g;
      weights[at]! -= (RATE * g) / Math.sqrt(slope[at]!);
    }
  }
  const kept = [...weights]
    .map((weight, at) => [at, Math.round(REACH * weight * STEP)] as const)
    .filter(([, weight]) => weight !== 0);
  return { bias: Math.round(bias * STEP), weights: new Map(kept) };
}
