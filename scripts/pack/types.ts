import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Declarations of the library, and of what they name, as a tree of `.d.ts` in `folder`. */
export function writeTypes(root: string, folder: string): void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const config = join(root, '.cache', 'types-of-the-package.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: false,
    incremental: false,
    tsBuildInfoFile: null,
    outDir: folder,
    rootDir: join(root, 'src'),
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const files = [join(root, 'src/buyer/index.ts')];
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  try {
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    execFileSync(process.execPath, [compiler, '--checkers', '1', '-p', config], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } finally {
    rmSync(config);
  }
}
