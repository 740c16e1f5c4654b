import fs, { appendFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded into a command that a test kills: every write of it, to a file or to a stream, and every call over the
 * network is a point before and a point after it. It ends itself by SIGKILL at point KILL_AT, as a power cut would;
 * POINTS names the file that each point is written down in.
 */
const at = Number(process.env.KILL_AT ?? 0);
const append = appendFileSync;
let count = 0;

function point(name) {
  count++;
  if (process.env.POINTS) append(process.env.POINTS, `${name}\n`);
  if (count === at) process.kill(process.pid, 'SIGKILL');
}

function around(owner, name, label = name) {
  const real = owner[name].bind(owner);
  owner[name] = (...given) => {
    point(`before ${label}`);
    const made = real(...given);
    if (!(made instanceof Promise)) {
      point(`after ${label}`);
      return made;
    }
    return made.then((value) => {
      point(`after ${label}`);
      return value;
    });
  };
}

for (const name of ['link', 'rename', 'rm']) around(files, name);
around(fs, 'rmSync');
const open = files.open.bind(files);
files.open = async (...given) => {
  point('before open');
  const file = await open(...given);
  const write = file.writeFile.bind(file);
  file.writeFile = async (text) => {
    point('before write');
    await write(text.slice(0, text.length / 2));
    point('in the middle of write');
    await write(text.slice(text.length / 2));
    point('after write');
  };
  around(file, 'sync');
  return file;
};
syncBuiltinESMExports();
around(process.stderr, 'write', 'stderr');
around(process.stdout, 'write', 'stdout');
around(globalThis, 'fetch');
