/** The service as `npm start` runs it, with a catalogue of its own. For crash tests, which need a process. */
import { serve } from '../../src/origin/serve.ts';
import { mppCatalogue } from './product.ts';

const running = await serve(process.env, console.log, mppCatalogue);
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
