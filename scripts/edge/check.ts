/** `npm run edge:check`: the size of the Worker, what it is made of, and what is wrong with it. */
import { bundleEdge } from './bundle.ts';
import { faultsOf } from './faults.ts';

const bundle = await bundleEdge();
const { bytes, gzipBytes, imports, by } = bundle;
console.log(`edge bundle: ${bytes} bytes, ${gzipBytes} gzipped; imports ${imports.join(', ')}`);
for (const [name, share] of by.slice(0, 8)) console.log(`  ${String(share).padStart(7)}  ${name}`);
const faults = faultsOf(bundle);
for (const fault of faults) console.error(`edge bundle: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
