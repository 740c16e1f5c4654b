/** What must hold of the Worker before it is deployed: its size, and that it needs nothing of Node. */
import { bundleEdge } from './bundle.ts';

const MAX_GZIP_BYTES = 250_000;
const IMPORTS = ['cloudflare:workers'];

const bundle = await bundleEdge();
const faults = [
  ...(bundle.gzipBytes > MAX_GZIP_BYTES
    ? [`${bundle.gzipBytes} bytes gzipped, more than ${MAX_GZIP_BYTES}`]
    : []),
  ...(JSON.stringify(bundle.imports) === JSON.stringify(IMPORTS)
    ? []
    : [`imports ${bundle.imports.join(', ') || 'nothing'} instead of ${IMPORTS.join(', ')}`]),
];
console.log(
  `edge bundle: ${bundle.bytes} bytes, ${bundle.gzipBytes} gzipped; imports ${bundle.imports.join(', ')}`,
);
for (const [name, bytes] of bundle.by.slice(0, 8)) console.log(`  ${String(bytes).padStart(7)}  ${name}`);
for (const fault of faults) console.error(`edge bundle: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
