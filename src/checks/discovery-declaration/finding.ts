/** Who lists what is declared; `clients` list nothing and have to be able to read it. */
export const READERS = {
  bazaar: 'The Bazaar of a facilitator: it lists a resource from its challenge, at the first settlement.',
  x402scan:
    'x402scan and AgentCash: they read OpenAPI, then /.well-known/x402, which AgentCash reads no more, and ask each route for its challenge.',
  mpp: 'MPP discovery: it reads OpenAPI, and the WWW-Authenticate header of an answer.',
  clients: 'Buyers: the challenge has to reach them and to be read.',
} as const;
export type DeclarationReader = keyof typeof READERS;

export interface DeclarationFinding {
  readonly rule: string;
  readonly reader: DeclarationReader;
  /** `note`: nobody refuses a declaration for it. */
  readonly severity: 'error' | 'warning' | 'note';
  /** `not_checked`: it could not be judged here, and why says what is missing. */
  readonly verdict: 'fails' | 'noted' | 'not_checked';
  /** Where in the declaration; empty: the whole. */
  readonly path: string;
  readonly why: string;
  readonly fix: string | null;
  readonly source: string;
}

export const finding = (
  reader: DeclarationReader,
  rule: string,
  source: string,
  rest: {
    path?: string;
    why: string;
    fix?: string;
    severity?: DeclarationFinding['severity'];
    verdict?: DeclarationFinding['verdict'];
  },
): DeclarationFinding => ({
  rule,
  reader,
  severity: rest.severity ?? 'error',
  verdict: rest.verdict ?? (rest.severity === 'note' ? 'noted' : 'fails'),
  path: rest.path ?? '',
  why: rest.why,
  fix: rest.fix ?? null,
  source,
});
