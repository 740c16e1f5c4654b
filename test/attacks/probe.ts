import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Loaded into the attacked process before its first line (`node --import`): moves its clock and writes down every
 * connection that it opens. Nothing else of the process is changed,
 * and nothing at all without these variables.
 */
export const PROBE_VARIABLES = {
  clockAheadMs: 'ATTACK_CLOCK_AHEAD_MS',
  connectionsFile: 'ATTACK_CONNECTIONS_FILE',
} as const;

const ahead = Number(process.env[PROBE_VARIABLES.clockAheadMs] ?? 0);
if (ahead !== 0) {
  const real = Date.now;
  const RealDate = Date;
  const now = () => real() + ahead;
  // `new Date()` reads the clock without going through Date.now.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(
        target,
        given.length === 0 ? [now()] : given,
        newTarget === globalThis.Date ? target : newTarget,
      ),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

const record = process.env[PROBE_VARIABLES.connectionsFile];
if (record) {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...given: never[]) {
    // Node itself calls this with normalised arguments: [[options, callback]].
    const first: unknown = [given[0]].flat()[0];
    const {
      host = 'localhost',
      port,
      path,
    } = (typeof first === 'object' && first !== null ? first : { port: first }) as {
      host?: string;
      port?: unknown;
      path?: string;
    };
    appendFileSync(record, `${path ?? `${host}:${port}`}\n`);
    return Reflect.apply(connect, this, given) as Socket;
  } as typeof connect;
}
