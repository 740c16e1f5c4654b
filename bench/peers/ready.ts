import type { AddressInfo } from 'node:net';

/** What a peer's server must know to do: say where it is. */
interface Listening {
  address(): AddressInfo | string | null;
  close(): unknown;
}

/** Prints the ready line that the benchmark waits for, and ends the process when it is asked to. */
export function ready(server: Listening): void {
  console.log(`peer listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.on('SIGTERM', () => {
    server.close();
    process.exit(0);
  });
}
