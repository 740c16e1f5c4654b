import { catalogue } from '../../src/catalogue.ts';
import { catalogueOf } from '../../src/declare-catalogue.ts';
import { solanaProduct } from './solana.ts';

const { products, checks, documents } = catalogue;
/** Ours, with one product more that is sold on Base and on Solana. */
export const solanaCatalogue = catalogueOf([...products, solanaProduct, ...checks, ...documents]);
