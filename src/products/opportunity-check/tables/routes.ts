/** Our own paid routes and what can be read of them for nothing. A subject that is such a path needs no bet. */
export interface OwnRouteRow {
  readonly id: string;
  readonly path: string;
  readonly preview: string | null;
}

export const OWN_ROUTES: readonly OwnRouteRow[] = [
  { id: 'P01', path: '/api/opportunity-check', preview: null },
  {
    id: 'P02',
    path: '/api/agent-commerce-reliability-ledger',
    preview: 'GET /api/agent-commerce-reliability-ledger/preview',
  },
  {
    id: 'P03',
    path: '/api/x402-compatibility-witness',
    preview: 'POST /api/x402-compatibility-witness/preflight',
  },
  { id: 'P04', path: '/api/agent-revenue-audit', preview: 'GET /api/agent-revenue-audit-preview' },
];
