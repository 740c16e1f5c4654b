import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/service.ts';

/** Whose Node runs what, where npm brings one and people have another. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUNDLED = join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`);

describe.runIf(existsSync(BUNDLED))('the Node that npm brings', () => {
  const folder = temporaryFolder();
  const own = join(folder, 'node');
  try {
    linkSync(BUNDLED, own);
  } catch {
    copyFileSync(BUNDLED, own);
  }
  const tells = join(folder, 'tells.cjs');
  // Says who runs, and ends where the program itself would be loaded.
  writeFileSync(
    tells,
    `const modules = require('node:module');
process.stdout.write(process.execPath + '\\n');
modules.enableCompileCache = () => process.exit(0);
modules.syncBuiltinESMExports();`,
  );
  const started = (env: Readonly<Record<string, string>>): string[] =>
    execFileSync(BUNDLED, [join(ROOT, 'bin/assay.mjs'), '--version'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', NODE_OPTIONS: `--require=${tells}`, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
      .trim()
      .split('\n');
  const npm = (version: string) => ({
    npm_node_execpath: own,
    npm_config_user_agent: `npm/11.0.0 node/v${version} linux x64 workspaces/false`,
  });

  it('gives way to one that is good enough', () => {
    expect(started(npm('26.1.0'))).toEqual([BUNDLED, own]);
  });

  it.each([
    ['an older one', npm('20.20.2')],
    ['none', {}],
  ])('runs beside %s', (_, env) => {
    expect(started(env)).toEqual([BUNDLED]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'is handed %s by an older one that started it, which ends as it does',
    async (signal) => {
      const elder = join(folder, 'elder.cjs');
      // The first process believes that it is old; the one that it starts waits for the signal in place of the service.
      writeFileSync(
        elder,
        `if (process.execPath === ${JSON.stringify(own)})
  Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
else {
  require('node:module').enableCompileCache = () => {};
  process.on('${signal}', () => process.exit(75));
  setTimeout(() => process.exit(1), 60_000);
  process.stdout.write('ready ' + process.pid + '\\n');
}`,
      );
      const env = { PATH: process.env.PATH ?? '', NODE_OPTIONS: `--require=${elder}` };
      const old = spawn(own, [join(ROOT, 'bin/assay.mjs'), 'mcp'], {
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      const [line] = await once(old.stdout, 'data');
      const [, pid] = /^ready (\d+)/.exec(String(line))!;
      try {
        const ended = once(old, 'exit');
        old.kill(signal);
        expect(await ended).toEqual([75, null]);
      } finally {
        // Where it was not handed on, it is still there.
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch {}
      }
    },
  );
});

/** Whether a range of versions takes in 20.20.2, as npm reads it: only the forms that the lock file has. */
const takesNode20 = (range: string): boolean =>
  range.split('||').some((each) =>
    each
      .trim()
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .split(/\s+(?=[<>^~=\d])/)
      .every((part) => {
        const [, sign = '', major, minor = '0'] = /^([<>=^~]*)\s*v?(\d+|\*)(?:\.(\d+))?/.exec(part) ?? [];
        if (major === '*') return true;
        const [asked, has] = [Number(major) * 1_000 + Number(minor), 20_020];
        if (sign.startsWith('>')) return has >= asked;
        if (sign.startsWith('<')) return has < asked;
        return Number(major) === 20 && (sign !== '^' || has >= asked);
      }),
  );

describe('npm ci on Node 20', () => {
  it('warns of no package: what needs a newer Node runs on the one that npm brings', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, { engines?: { node?: string }; optional?: boolean }>>;
    };
    const warned = Object.entries(packages)
      .filter(([path]) => existsSync(join(ROOT, path)))
      .flatMap(([path, { engines }]) =>
        takesNode20(engines?.node ?? '*') ? [] : [`${path}: remove "engines" (${engines!.node})`],
      );
    expect(warned).toEqual([]);
    expect(['>=22.0.0', '^22.12.0 || ^24.0.0', '20.19.x'].map(takesNode20)).toEqual([false, false, true]);
    expect(['>=18', '^20.19.0 || >=22', '*', '>= 0.8', '>=18 <25'].map(takesNode20)).toEqual(
      Array(5).fill(true),
    );
  });
});
