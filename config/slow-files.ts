import type { Reporter, TestModule } from 'vitest/node';

/** A file that takes longer holds up the end of the run, and nobody runs it between two edits. */
const MAX_SECONDS = 40;

/** Names the files that took too long. A warning: machines differ, and cores are shared. */
export default class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slow = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1_000 }))
      .filter(({ seconds }) => seconds > MAX_SECONDS)
      .toSorted((a, b) => b.seconds - a.seconds);
    if (slow.length === 0) return;
    const named = slow.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ');
    console.log(`over ${MAX_SECONDS} s, make them shorter: ${named}`);
  }
}
