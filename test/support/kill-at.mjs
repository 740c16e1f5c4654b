import fs, { appendFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded into a command that a test kills: before every write of it, to a file or to a stream, before every call
 * over the network, and in the middle of a file there is a point. It ends itself by SIGKILL at point KILL_AT, as a
 * power cut would; POINTS names the file that each point is written down in.
 */
const at = Number(process.env.KILL_AT ?? 0);
const append = appendFileSync;
let count = 0;

function point(name) {
  count++;
  if (process.env.POINTS) append(process.env.POINTS, `${name}\n`);
  if (count === at) process.kill(process.pid, 'SIGKILL');
}

function before(owner, name, label = name) {
  const real = owner[name].bind(owner);
  owner[name] = (...given) => {
    point(label);
    return real(...given);
  };
}

for (const name of ['link', 'rename', 'rm']) before(files, name);
before(fs, 'rmSync');
const open = files.open.bind(files);
files.open = async (...given) => {
  point('open');
  const file = await open(...given);
  const write = file.writeFile.bind(file);
  file.writeFile = async (text) => {
    await write(text.slice(0, text.length / 2));
    point('in the middle of a file');
    await write(text.slice(text.length / 2));
  };
  before(file, 'sync');
  return file;
};
syncBuiltinESMExports();
before(process.stderr, 'write', 'stderr');
before(process.stdout, 'write', 'stdout');
before(globalThis, 'fetch');
process.on('exit', () => point('exit'));
