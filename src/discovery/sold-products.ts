import sold from './sold.artefact.json' with { type: 'json' };
import type { SoldProduct } from './sold.ts';

/** What is sold, without the code behind its answers: that is most of the catalogue. Written by `npm run derive`. */
export const SOLD = sold as readonly SoldProduct[];
