import { document } from '../declare.ts';
import {
  wellKnownX402 as describe,
  x402scanDiscovery as listings,
  llmsText,
} from '../discovery/well-known.ts';

export const wellKnownX402Document = document({
  id: 'well-known-x402',
  path: '/.well-known/x402',
  summary: 'Paid resources in the form that x402scan reads.',
  freshness: 'fixed',
  render: describe,
});

export const x402scanDiscoveryDocument = document({
  id: 'x402scan-discovery',
  path: '/api/x402scan-discovery',
  summary: 'Every paid way to call, with price, probe and precondition, for indexers.',
  freshness: 'fixed',
  render: listings,
});

export const llms = document({
  id: 'llms',
  path: '/llms.txt',
  summary: 'What this service is and where to begin, as plain text for language models.',
  freshness: 'fixed',
  mediaType: 'text/plain; charset=utf-8',
  render: llmsText,
});
