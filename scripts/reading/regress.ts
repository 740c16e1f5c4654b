/** Softmax regression by full-batch Adam from zero: deterministic, since the loss is convex and every step sees all rows. */

export interface Example {
  /** Features that hold, by their number; all weigh the same. */
  readonly held: Int32Array;
  readonly value: number;
  /** Share of each class. */
  readonly target: Float64Array;
}

export interface RegressOptions {
  readonly steps: number;
  readonly rate: number;
  /** What the square of a weight costs. */
  readonly l2: number;
}

/** Weights by feature and class; those behind the last feature are the bias. */
export function regress(
  examples: readonly Example[],
  features: number,
  classes: number,
  options: RegressOptions,
): Float32Array {
  const size = (features + 1) * classes;
  const [weights, gradient] = [new Float32Array(size), new Float32Array(size)];
  const [first, second] = [new Float32Array(size), new Float32Array(size)];
  for (let step = 1; step <= options.steps; step += 1) {
    gradient.fill(0);
    for (const example of examples) descend(example, weights, gradient, features, classes, examples.length);
    const rate = options.rate * (1 - step / (options.steps + 1));
    const [c1, c2] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let i = 0; i < size; i += 1) {
      const g = gradient[i]! + options.l2 * weights[i]!;
      first[i] = 0.9 * first[i]! + 0.1 * g;
      second[i] = 0.999 * second[i]! + 0.001 * g * g;
      weights[i]! -= (rate * first[i]!) / c1 / (Math.sqrt(second[i]! / c2) + 1e-8);
    }
  }
  return weights;
}

/** Adds the gradient of one example. */
function descend(
  { held, value, target }: Example,
  weights: Float32Array,
  gradient: Float32Array,
  features: number,
  classes: number,
  total: number,
): void {
  const error = sumsOf({ held, value }, weights, features, classes);
  let top = Number.NEGATIVE_INFINITY;
  for (const sum of error) if (sum > top) top = sum;
  let all = 0;
  for (let k = 0; k < classes; k += 1) {
    error[k] = Math.exp(error[k]! - top);
    all += error[k]!;
  }
  for (let k = 0; k < classes; k += 1) {
    error[k] = (error[k]! / all - target[k]!) / total;
    gradient[features * classes + k]! += error[k]!;
    error[k]! *= value;
  }
  for (const at of held)
    for (let k = 0, i = at * classes; k < classes; k += 1, i += 1) gradient[i]! += error[k]!;
}

function sumsOf(
  { held, value }: Pick<Example, 'held' | 'value'>,
  weights: Float32Array,
  features: number,
  classes: number,
): Float64Array {
  const sums = new Float64Array(classes);
  for (const at of held)
    for (let k = 0, i = at * classes; k < classes; k += 1, i += 1) sums[k]! += weights[i]!;
  for (let k = 0; k < classes; k += 1) sums[k] = sums[k]! * value + weights[features * classes + k]!;
  return sums;
}
