import { execFile } from 'node:child_process';
import { type CommandEnded, runHosted } from '../shared/hosted.ts';
import { assayCommand, BUNDLED } from '../shared/index.ts';

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds; with it the command gets a process of its own. */
  readonly input?: string;
}

const path = { PATH: process.env.PATH ?? '' };

/**
 * `assay …`. In `npm test` in a process that has run other commands before (test/shared/host.ts), since most of a
 * command is its start; in campaigns in one of its own, always.
 */
export const assay = async (
  args: readonly string[],
  { cwd = process.cwd(), env = {}, input }: Where = {},
): Promise<CommandEnded> =>
  BUNDLED && input === undefined
    ? runHosted(args, cwd, { ...path, ...env })
    : ownProcess(args, { cwd, env, input: input ?? '' });

/** `assay …` in a process of its own. */
export const ownProcess = async (
  args: readonly string[],
  { cwd = process.cwd(), env = {}, input = '' }: Where = {},
): Promise<CommandEnded> => {
  const command = await assayCommand();
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { cwd, env: { ...path, ...env }, maxBuffer: 20_000_000 },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
    child.stdin!.end(input);
  });
};
