import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Brought with `config`. Of the version that ops/compose runs. */
const SCHEMA = 'config/node_modules/@grafana/schema/dist/types/index.d.ts';

/** What Grafana's own types find wrong with a dashboard, unknown members included; nothing: an empty text. */
export function faultsOfDashboard(json: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-dashboard-'));
  try {
    const program = `import type { Dashboard } from '@grafana/schema';\nexport const dashboard: Dashboard = ${json};\n`;
    writeFileSync(join(folder, 'dashboard.mts'), program);
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: true, types: [], target: 'es2024' },
      ...{ module: 'esnext', moduleResolution: 'bundler', paths: { '@grafana/schema': [at(SCHEMA)] } },
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['dashboard.mts'] }),
    );
    const compiler = at('node_modules/typescript7/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return status === 0 ? '' : stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
