import type { Bundle } from './bundle.ts';

const MAX_GZIP_BYTES = 250_000;
const IMPORTS = ['cloudflare:workers'];

/** What must hold of the Worker before it is deployed: its size, and that it needs nothing of Node. */
export function faultsOf({ gzipBytes, imports }: Bundle): string[] {
  return [
    ...(gzipBytes > MAX_GZIP_BYTES ? [`${gzipBytes} bytes gzipped, more than ${MAX_GZIP_BYTES}`] : []),
    ...(imports.join() === IMPORTS.join()
      ? []
      : [`imports ${imports.join(', ') || 'nothing'} instead of ${IMPORTS.join(', ')}`]),
  ];
}
