import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked whether there is anything to do, and how many requests in that time are nothing to do. */
const EVERY_MS = 10_000;
const AT_REST = 10;

/**
 * Gives memory back once a service rests. A start, or a flood, makes V8's young generation a hundred megabytes large,
 * and it stays so for as long as nothing makes V8 collect. `answered`: how many requests there were so far.
 */
export function restWith(answered: () => number, collect = collectAll, every = intervals): () => void {
  let before = answered();
  let isCollected = false;
  return every(() => {
    const now = answered();
    const rests = now - before < AT_REST;
    before = now;
    if (rests && !isCollected) collect();
    isCollected = rests;
  }, EVERY_MS);
}

/** Node shows no such function without a flag, which can be set while it runs. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

function intervals(look: () => void, everyMs: number): () => void {
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
