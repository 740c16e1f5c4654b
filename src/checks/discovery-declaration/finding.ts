/** Who lists what is declared; `clients` list nothing and have to be able to read it. */
export const READERS = {
  bazaar: 'The Bazaar of a facilitator: it lists a resource from its challenge, at the first settlement.',
  x402scan: 'x402scan and AgentCash: they read OpenAPI, /.well-known/x402 and the challenge, in this order.',
  mpp: 'MPP discovery: it reads OpenAPI.',
  clients: 'Buyers: the challenge has to reach them and to be read.',
} as const;
export type Reader = keyof typeof READERS;

export interface Finding {
  readonly rule: string;
  readonly reader: Reader;
  readonly severity: 'error' | 'warning';
  /** `not_checked`: it could not be judged here, and why says what is missing. */
  readonly verdict: 'fails' | 'not_checked';
  /** Where in the declaration; empty: the whole. */
  readonly path: string;
  readonly why: string;
  readonly fix: string | null;
  readonly source: string;
}

export const finding = (
  reader: Reader,
  rule: string,
  source: string,
  rest: {
    path?: string;
    why: string;
    fix?: string;
    severity?: Finding['severity'];
    verdict?: Finding['verdict'];
  },
): Finding => ({
  rule,
  reader,
  severity: rest.severity ?? 'error',
  verdict: rest.verdict ?? 'fails',
  path: rest.path ?? '',
  why: rest.why,
  fix: rest.fix ?? null,
  source,
});
