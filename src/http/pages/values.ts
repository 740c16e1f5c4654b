/** A member of an answer by its path, and how people read it. The script has the same two. */
export const at = (answer: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer);

/** A closed word of ours as people write it; anything else as it is. */
export const inWords = (value: unknown): string =>
  /^[a-z]+(_[a-z]+)+$/.test(String(value)) ? String(value).replaceAll('_', ' ') : String(value);
