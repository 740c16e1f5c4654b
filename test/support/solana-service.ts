/** The service as `assay serve` runs it, with one product more that is sold on Base and on Solana. */
import { serve } from '../../src/origin/serve.ts';
import { solanaCatalogue } from './solana-catalogue.ts';

const running = await serve(process.env, console.log, solanaCatalogue);
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
