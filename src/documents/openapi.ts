import { document } from '../declare.ts';
import { openapi as describe } from '../discovery/openapi.ts';

export const openapiDocument = document({
  id: 'openapi',
  path: '/openapi.json',
  aliases: ['/api/platform-openapi.json'],
  summary: 'OpenAPI 3.1.0: every paid route, free check and free document, for machines.',
  freshness: 'fixed',
  render: describe,
});
