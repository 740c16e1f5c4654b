import { ROUTES } from './tables/routes.ts';

/** Archetypes in the order of their routes. */
export const ARCHETYPE_IDS = [...new Set(ROUTES.map((row) => row.archetype))].filter(
  (id) => id !== 'unclear',
);
