/**
 * The strongest answer of filters over windows of words, in single precision: adding and comparing four filters at once
 * gives the same numbers on every machine, so that both ways below agree to the last bit (convolution.test.ts). Places
 * and lengths are bytes of the memory that the words lie in.
 *
 * @param list where the words of the first window are listed, each as the place of its products
 * @param windows four for each window: how far the list goes on
 * @param gap from one word of a window to the next one in the list
 * @param row what one position of all filters takes up
 * @param from where the products of these filters begin among those of a word
 * @param start what each filter starts from
 * @param out where the strongest answers go, none below 0
 */
type Strongest = (...numbers: number[]) => void;

export interface Filtering {
  readonly memory: ArrayBuffer;
  readonly strongest: Strongest;
}

/**
 * That function as WebAssembly, `f` over the memory `m`: for each four filters `i` and each window,
 * `sum = start[i]; for each position: sum = f32x4.add(sum, products[i]); top = f32x4.pmax(top, sum)`.
 */
const MODULE =
  'AGFzbQEAAAABDAFgCH9/f39/f39/AAIIAQFtAW0CAAEDAgEABwUBAWYAAAqhAQGeAQIGfwJ7IAAgAWohCgNA/QwAAAAAAAAAAAAAAAAAAAAAIQ8g' +
  'ACEJA0AgBiAIav0ABAAhDiAJIQsgBSAIaiEMIAIhDQNAIA4gCygCACAMav0ABAD95AEhDiALIANqIQsgDCAEaiEMIA1BAWsiDQ0ACyAPIA796wEh' +
  'DyAJQQRqIgkgCkkNAAsgByAIaiAP/QsEACAIQRBqIgggBEkNAAsL';
const PAGE = 65_536;

/** Memory of so many bytes with the function over it; in plain numbers where code may not be made, as on Workers. */
export function filteringOf(bytes: number): Filtering {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const module = new WebAssembly.Module(Uint8Array.from(atob(MODULE), (char) => char.charCodeAt(0)));
    const { f } = new WebAssembly.Instance(module, { m: { m: memory } }).exports;
    return { memory: memory.buffer, strongest: f as Strongest };
  } catch {
    return plainFiltering(bytes);
  }
}

/** The same in plain numbers. */
export function plainFiltering(bytes: number): Filtering {
  const memory = new ArrayBuffer(bytes);
  const numbers = new Float32Array(memory);
  const places = new Int32Array(memory);
  return {
    memory,
    strongest: (list, windows, size, gap, row, from, start, out) => {
      for (let i = 0; i < row; i += 4) {
        let top = 0;
        for (let window = list; window < list + windows; window += 4) {
          let sum = numbers[(start + i) >> 2]!;
          for (let position = 0; position < size; position += 1) {
            const place = places[(window + position * gap) >> 2]! + from + position * row + i;
            sum = Math.fround(sum + numbers[place >> 2]!);
          }
          if (sum > top) top = sum;
        }
        numbers[(out + i) >> 2] = top;
      }
    },
  };
}
