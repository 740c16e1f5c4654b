import { document } from '../declare.ts';
import { openapi as describe } from '../discovery/openapi.ts';

export const openapi = document({
  id: 'openapi',
  path: '/openapi.json',
  aliases: ['/api/platform-openapi.json'],
  summary: 'Machine-readable description of every route, OpenAPI 3.1.0.',
  freshness: 'fixed',
  render: describe,
});
