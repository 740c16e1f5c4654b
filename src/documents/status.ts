import { document } from '../declare.ts';

export const status = document({
  id: 'status',
  path: '/status',
  summary: 'Current release label and mode.',
  freshness: 'live',
  render: ({ published: { release, mode } }) => ({ release, mode, service: 'assay' }),
});
