import { type ConvolutionArtefact, convolutionOf, type WordReader } from '../../learnt/convolution.ts';

/** What a learnt reader holds for likeliest, and how likely. */
export interface LearntGuess {
  readonly name: string;
  readonly share: number;
}

/** A learnt reader, decoded when the first text needs it. */
export function guesserOf(artefact: ConvolutionArtefact): (words: readonly string[]) => LearntGuess[] {
  let reader: WordReader | undefined;
  return (words) => {
    reader ??= convolutionOf(artefact);
    const shares = reader.read(words);
    return reader.classes.map((name, at) => ({ name, share: shares[at]! })).sort((a, b) => b.share - a.share);
  };
}
