/** Every word of one list before every word of another, as the rows of a vocabulary write them. */
export const cross = (first: string, second: string): string =>
  first
    .split(',')
    .flatMap((one) => second.split(',').map((two) => `${one.trim()} ${two.trim()}`))
    .join(', ');
