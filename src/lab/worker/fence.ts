import crypto, { createHash } from 'node:crypto';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Where the names of the lab lead. Nothing else can be reached. */
export type Ways = Readonly<Record<string, number>>;

export class LabFence extends Error {
  override readonly name = 'LabFence';
}

/**
 * Leads every connection of this process to a loopback port, by name, and refuses all others: a client under
 * observation must not be able to talk to a public node or a third party. Against accidents, not against malice.
 */
export function raiseFence(ways: Ways): void {
  const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket;
  const fenced = function (this: net.Socket, ...args: unknown[]): net.Socket {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as {
      host?: string;
      port?: number;
    } | null;
    const port = typeof options === 'object' && options !== null ? ways[options.host ?? ''] : undefined;
    if (port === undefined) {
      const error = new LabFence('a connection to a place outside the lab was refused');
      process.nextTick(() => this.destroy(error));
      return this;
    }
    Object.assign(options!, { host: '127.0.0.1', port });
    return connect.apply(this, args);
  };
  net.Socket.prototype.connect = fenced as typeof net.Socket.prototype.connect;
  dgram.Socket.prototype.send = () => {
    throw new LabFence('a datagram was refused');
  };
}

/** Stops `Date` of this process at an instant, epoch milliseconds. Timers go on. */
export function pinClock(): (now: number) => void {
  const RealDate = Date;
  let now = RealDate.now();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now] : args, newTarget as typeof Date),
    apply: (target) => new target(now).toString(),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  });
  return (instant) => {
    now = instant;
  };
}

/** Makes chance repeatable: SHA-256 of the seed and a counter, so that a record can be made again to the byte. */
export function seedChance(): (seed: string) => void {
  let seed = '';
  let counter = 0;
  const fill = (view: Uint8Array): void => {
    for (let at = 0; at < view.length; at += 32) {
      const block = createHash('sha256').update(`${seed}|${counter++}`).digest();
      view.set(block.subarray(0, Math.min(32, view.length - at)), at);
    }
  };
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    value: <T extends ArrayBufferView>(view: T): T => {
      fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      return view;
    },
  });
  Object.defineProperty(globalThis.crypto, 'randomUUID', {
    value: (): string => {
      const bytes = new Uint8Array(16);
      fill(bytes);
      bytes[6] = (bytes[6]! & 0x0f) | 0x40;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      const hex = Buffer.from(bytes).toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
  });
  const randomBytes = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    fill(bytes);
    return bytes;
  };
  // The callback form stays as it is: nobody draws a nonce with it.
  const drawn = crypto.randomBytes;
  Object.assign(crypto, {
    randomBytes: (size: number, callback?: (error: Error | null, bytes: Buffer) => void) =>
      callback ? drawn(size, callback) : randomBytes(size),
  });
  syncBuiltinESMExports();
  return (next) => {
    seed = next;
    counter = 0;
  };
}
