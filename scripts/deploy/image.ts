/** Proves the container without an engine: the Dockerfile's steps on a copy of this machine, and `one` of compose. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { optionsOf } from '../options.ts';
import { type Image, readDockerfile } from './dockerfile.ts';
import { buyWithStockClient, freePort, ROOT, Trial, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/image.ts

Carries out the steps of ops/Dockerfile on a copy of this machine's file system, and runs the service in it as compose does
("one"): as user 1000 without capabilities, with a root that cannot be written. Asks the health check, buys, and stops it.
Needs the right to mount.`;
optionsOf(HELP, {});

const UID = 1_000;
/** npm installs meanwhile. */
const PATIENCE_MS = 300_000;
const SECRETS = '/run/assay';
const trial = new Trial();
try {
  const image = readDockerfile(join(ROOT, 'ops/Dockerfile'));
  for (const base of image.bases)
    if (!/@sha256:[0-9a-f]{64}$/.test(base)) throw new Error(`${base} is not pinned by its digest`);
  if (image.user !== `${UID}:${UID}`) throw new Error(`the image runs as ${image.user}`);

  const settings = await settingsOf('one.env', await trial.chain());
  const url = `http://127.0.0.1:${settings.PORT}`;
  const service = contain(image, settings);
  const ended = once(service, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  await Promise.race([
    until('it is ready', async () => (await fetch(`${url}/readyz`)).ok, PATIENCE_MS),
    ended,
  ]);
  ended.catch(() => {});
  healthy(image, settings);
  await buyWithStockClient(url);
  console.log(`sold from a root that cannot be written, as user ${UID} without capabilities`);
  const code = await stopped(service, image.stopSignal);
  if (code !== 0) throw new Error(`${image.stopSignal} ended it with ${code}`);
  console.log(
    `${image.stopSignal}: ended with 0; the volume holds ${readdirSync(join(trial.folder, 'volume')).join(', ')}`,
  );
} finally {
  await trial.close();
}

/** What compose gives: the files of ops/compose, with addresses and keys of this run, and free ports. */
async function settingsOf(file: string, rpcUrl: string): Promise<Record<string, string>> {
  const read = (name: string) =>
    parseEnv(readFileSync(join(ROOT, 'ops/compose', name), 'utf8')) as Record<string, string>;
  const archive = trial.pack();
  trial.install(archive);
  const { PAY_TO_EVM = '', SETTLER_KEY_FILE: key = '', DATA_DIR: made = '' } = await trial.production(rpcUrl);
  const secrets = join(trial.folder, 'secrets');
  mkdirSync(secrets);
  cpSync(key, join(secrets, 'settler-key'));
  cpSync(join(made, 'signing-keys.json'), join(secrets, 'signing-keys.json'));
  for (const each of readdirSync(secrets)) {
    chownSync(join(secrets, each), UID, UID);
    chmodSync(join(secrets, each), 0o600);
  }
  const settings = { ...read('shop.env.example'), ...read(file), EVM_RPC_URL: rpcUrl, PAY_TO_EVM };
  for (const [name, value] of Object.entries(settings))
    if (name.endsWith('_FILE') && dirname(value) !== SECRETS) throw new Error(`${name} is not in ${SECRETS}`);
  return { ...settings, PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
}

function contain(image: Image, settings: Readonly<Record<string, string>>): ChildProcess {
  const [root, packed] = [join(trial.folder, 'root'), join(trial.folder, 'packed')];
  for (const each of [root, packed]) mkdirSync(each);
  for (const each of readdirSync(trial.folder).filter((name) => name.endsWith('.tgz')))
    cpSync(join(trial.folder, each), join(packed, each));
  const exported = Object.entries({ ...image.env, ...settings })
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
  const script = fileURLToPath(new URL('./image.sh', import.meta.url));
  return trial.keep(
    spawn(
      'unshare',
      [
        ...['--mount', '--pid', '--fork', '--kill-child', 'sh', script],
        ...[root, packed, join(trial.folder, 'volume'), join(trial.folder, 'secrets')],
        // The steps have none of the settings: they come when it is started.
        ...[image.run.join('\n'), `${exported}exec ${image.command.join(' ')}`, image.volume],
      ],
      { env: trial.env, stdio: ['ignore', 'inherit', 'inherit'] },
    ),
  );
}

function healthy(
  { health: [program, ...args], env }: Image,
  settings: Readonly<Record<string, string>>,
): void {
  execFileSync(program!, args, { env: { ...trial.env, ...env, ...settings } });
  let failed = false;
  try {
    execFileSync(program!, args, { env: { ...trial.env, ...env, PORT: '1' }, stdio: 'ignore' });
  } catch {
    failed = true;
  }
  if (!failed) throw new Error('the health check is well where nobody answers');
  console.log('the health check tells a service from none');
}

/** The service is the only child of `unshare`, which ends as it ends. */
async function stopped(child: ChildProcess, signal: string): Promise<number | null> {
  const inner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  process.kill(Number(inner), signal);
  return ended;
}
