import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { startGuarded } from './guarded.ts';

const IDLE = ['-e', 'setInterval(() => {}, 1e9); console.log("idle")'];

/** True while the process runs; a zombie that nobody has collected yet is dead. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

const gone = (pid: number) =>
  vi.waitFor(() => expect(alive(pid), `process ${pid} is alive`).toBe(false), { timeout: 10_000 });

async function startIdle() {
  const guarded = startGuarded(process.execPath, IDLE);
  const pid = (await guarded.started)!;
  expect(alive(pid)).toBe(true);
  return { guarded, pid };
}

describe('startGuarded', () => {
  it('stops the program and says so', async () => {
    const { guarded, pid } = await startIdle();
    await guarded.stop();
    expect(alive(pid)).toBe(false);
    expect(await guarded.exited).toEqual({ how: 'stopped', code: 0, signal: null });
    await guarded.stop();
  });

  it('tells how a program ended that ended by itself', async () => {
    const guarded = startGuarded(process.execPath, ['-e', 'console.error("bye"); process.exitCode = 7']);
    let output = '';
    guarded.onOutput((text) => {
      output += text;
    });
    expect(await guarded.exited).toEqual({ how: 'exited', code: 7, signal: null });
    expect(output).toBe('bye\n');
  });

  it('tells that a program was killed', async () => {
    const { guarded, pid } = await startIdle();
    process.kill(pid, 'SIGKILL');
    expect(await guarded.exited).toEqual({ how: 'exited', code: null, signal: 'SIGKILL' });
  });

  it('ends the program when its guard is killed', async () => {
    const { guarded, pid } = await startIdle();
    process.kill(guarded.guardPid!, 'SIGKILL');
    expect(await guarded.exited).toEqual({ how: 'lost', code: null, signal: 'SIGKILL' });
    await gone(pid);
  });

  it('ends the program when its guard is asked to end', async () => {
    const { guarded, pid } = await startIdle();
    process.kill(guarded.guardPid!, 'SIGTERM');
    await guarded.exited;
    await gone(pid);
  });

  it('tells that there is no such program', async () => {
    const guarded = startGuarded('/no/such/program', []);
    expect(await guarded.started).toBeUndefined();
    expect(await guarded.exited).toEqual({ how: 'failed', code: 'ENOENT', signal: null });
  });

  it('can be stopped before it has started', async () => {
    const guarded = startGuarded(process.execPath, IDLE);
    await guarded.stop();
    const pid = await guarded.started;
    if (pid !== undefined) await gone(pid);
  });
});
