import { errorName } from '../values/failure.ts';

/** Where something is: of an RPC address often all that is secret. */
const ADDRESSES =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[[0-9a-f:]+\](?::\d+)?/gi;

/** One line of an error that nobody expected: the first one of its message, without addresses; else its name. */
export function oneLine(error: unknown): string {
  const { shortMessage, message } = Object(error) as { shortMessage?: unknown; message?: unknown };
  const said = [shortMessage, message].find((each) => typeof each === 'string' && each.trim() !== '');
  const line = String(said ?? '')
    .trim()
    .split('\n', 1)[0]!;
  return line.replace(ADDRESSES, '(address)') || errorName(error);
}

/** The first line of the stack that is ours, for who looks for the bug. */
function place(error: unknown): string {
  const at = /\/(src\/[\w./-]+:\d+):\d+/.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1];
  return at === undefined ? '' : ` (${at})`;
}

/** For what no command has caught: one line and the end, instead of Node's own trace. */
export function endInOneLine(error: unknown): never {
  console.error(`assay: ${oneLine(error)}${place(error)}`);
  process.exit(1);
}
