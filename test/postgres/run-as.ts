/**
 * Becomes another program as another user: PostgreSQL refuses to run as root. Keeps the pid, so that whoever guards
 * this process guards the server. `node run-as.ts <uid> <gid> <folder> <library path> <command> [arguments…]`
 */
const [uid, gid, folder, libraries, command, ...args] = process.argv.slice(2);
if (!command || !process.execve || !process.setuid || !process.setgid || !process.setgroups) {
  throw new Error('run-as needs a command and a POSIX system');
}
if (process.getuid?.() === 0) {
  process.setgroups([]);
  process.setgid(Number(gid));
  process.setuid(Number(uid));
}
process.chdir(folder!);
process.execve(command, [command, ...args], {
  PATH: process.env.PATH ?? '',
  LD_LIBRARY_PATH: libraries!,
  LC_ALL: 'C',
});
