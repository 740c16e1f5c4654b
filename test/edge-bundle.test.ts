import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleEdge } from '../scripts/edge/bundle.ts';
import { faultsOf } from '../scripts/edge/faults.ts';
import { COMPATIBILITY_DATE } from '../scripts/edge/run.ts';
import { catalogue } from '../src/catalogue.ts';
import sold from '../src/discovery/sold.artefact.json' with { type: 'json' };
import { soldProducts } from '../src/discovery/sold.ts';

describe('the Worker', () => {
  it('is small enough, and needs nothing of Node', async () => {
    const bundle = await bundleEdge();
    expect(faultsOf(bundle)).toEqual([]);
    expect(bundle.code).not.toMatch(/from\s*["']node:|require\(/);
  });

  it('knows what is sold today', () => {
    expect(sold).toEqual(JSON.parse(JSON.stringify(soldProducts(catalogue))));
  });

  it('is tested on the compatibility date that it is deployed with, without Node compatibility', () => {
    const config = readFileSync(new URL('../wrangler.jsonc', import.meta.url), 'utf8');
    expect(config).toContain(`"compatibility_date": "${COMPATIBILITY_DATE}"`);
    expect(config).not.toContain('nodejs_compat');
  });
});
