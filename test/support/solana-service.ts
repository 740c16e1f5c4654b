/** The service as `assay serve` runs it, with one product more that is sold on Base and on Solana. */
import { catalogue } from '../../src/catalogue.ts';
import { catalogueOf } from '../../src/declare.ts';
import { serve } from '../../src/origin/serve.ts';
import { solanaProduct } from './solana.ts';

const { products, checks, documents } = catalogue;
const running = await serve(
  process.env,
  console.log,
  catalogueOf([...products, solanaProduct, ...checks, ...documents]),
);
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
