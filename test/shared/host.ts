import { nativeSha256 } from '../../src/adapters/system.ts';
import { endInOneLine } from '../../src/cli/ended.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import type { Catalogue } from '../../src/declare.ts';
import { type Running, serve } from '../../src/origin/serve.ts';
import { hashWith } from '../../src/values/digest.ts';
import type { Asked, CommandEnded, Sold, Told } from './hosted.ts';

/**
 * A process that has loaded the command line once and runs it again and again, as far as a command can see in a
 * process of its own: its folder, environment, output and exit code. Services are started in it beside that.
 */

hashWith(nativeSha256);
process.stdout.setMaxListeners(0);

/** What is sold instead of our catalogue. */
const SOLD: Readonly<Record<Sold, () => Promise<Catalogue>>> = {
  mpp: async () => (await import('../mpp/product.ts')).mppCatalogue,
  solana: async () => (await import('../support/solana-catalogue.ts')).solanaCatalogue,
};

class Exit extends Error {}
const leave = process.exit.bind(process);
process.on('disconnect', () => leave());
process.on('uncaughtException', (error) => {
  if (error instanceof Exit) return;
  console.error(error);
  leave(1);
});

const tell = (told: Told): void => void process.send!(told);

async function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<CommandEnded> {
  const ended = { code: 0, out: '', err: '' };
  const [own, home] = [process.env, process.cwd()];
  const streams = [
    [process.stdout, process.stdout.write, 'out'],
    [process.stderr, process.stderr.write, 'err'],
  ] as const;
  const exited = Promise.withResolvers<void>();
  for (const [stream, , name] of streams)
    stream.write = ((text: string, ...rest: unknown[]) => {
      ended[name] += text;
      const done = rest.at(-1);
      if (typeof done === 'function') queueMicrotask(() => done());
      return true;
    }) as typeof stream.write;
  process.exitCode = undefined;
  process.exit = (code) => {
    if (code !== undefined) process.exitCode = code;
    exited.resolve();
    throw new Exit();
  };
  process.env = env;
  process.chdir(cwd);
  try {
    await Promise.race([runCommandLine(args), exited.promise]).catch((error: unknown) => {
      if (!(error instanceof Exit)) endInOneLine(error);
    });
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    ended.code = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
    process.exit = leave;
    process.env = own;
    process.chdir(home);
    for (const [stream, write] of streams) stream.write = write;
  }
  return ended;
}

const services = new Map<number, Running>();
/** One command after the other: folder, environment and output belong to the process. */
let last: Promise<unknown> = Promise.resolve();

process.on('message', async ({ id, what }: Asked) => {
  if (what.do === 'run') {
    last = last.then(async () => tell({ id, ended: await run(what.args, what.cwd, what.env) }));
    return;
  }
  try {
    if (what.do === 'serve')
      services.set(
        id,
        await serve(what.env, (line) => tell({ id, line }), what.sold && (await SOLD[what.sold]())),
      );
    else await services.get(what.id)?.stop();
    tell({ id, done: true });
  } catch (error) {
    tell({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ id: 0, done: true });
