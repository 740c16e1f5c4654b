/**
 * Something that failed, with a closed word for it. Logs tell an error's name and code and never its message, which may
 * quote an address, a row or what a caller sent: so that a code is all that an operator reads.
 */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  /** Upper case: a word of our own, an SQLSTATE, an errno, a status. Never anybody else's text. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A sentence of our own as a code: "names another payer" is NAMES_ANOTHER_PAYER. */
export const codeOf = (sentence: string): string =>
  sentence
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** How many errors are named of those that caused each other. */
const MAX_CAUSES = 5;
/** What a code may look like, should a library put a text there. */
const CODE = /^[\w.-]{1,64}$/;

/**
 * What may be said of an error: its name and code, then those of its cause, as `HttpRequestError < Error ECONNREFUSED`.
 */
export function errorName(error: unknown): string {
  const names: string[] = [];
  for (let each = error; each instanceof Error && names.length < MAX_CAUSES; each = each.cause) {
    const { name, code, status } = each as Error & { readonly code?: unknown; readonly status?: unknown };
    const word = [code, status].find((said) => CODE.test(String(said ?? '')));
    names.push(word === undefined ? name : `${name} ${String(word)}`);
  }
  return names.join(' < ') || 'unknown';
}
