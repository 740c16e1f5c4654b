import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bring } from '../scripts/bring.ts';
import { faultsOfDashboard } from '../scripts/deploy/dashboard.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(at(path), 'utf8');

beforeAll(() => bring('config'));

describe('what Grafana is given', () => {
  const dashboard = read('ops/grafana/assay.json');

  it('is a dashboard by the types of the Grafana that compose runs', () => {
    const { version } = JSON.parse(read('config/node_modules/@grafana/schema/package.json')) as {
      version: string;
    };
    expect(read('ops/compose/compose.yaml')).toContain(`image: grafana/grafana:${version}@sha256:`);
    expect(faultsOfDashboard(dashboard)).toBe('');
  });

  it('would be refused by them with a member that they do not know, or of another type', () => {
    const unknown = dashboard.replace('"gridPos"', '"gridPlace"');
    const other = dashboard.replace('"timezone": "utc"', '"timezone": 0');
    expect([unknown, other]).not.toContain(dashboard);
    expect(faultsOfDashboard(unknown)).toContain("'\"gridPlace\"' does not exist in type 'Panel");
    expect(faultsOfDashboard(other)).toContain("'number' is not assignable to type 'string'");
  });

  it('opens with the data source that is provisioned beside it, from where compose puts it', () => {
    const source = read('ops/grafana/provisioning/datasources/prometheus.yml');
    const uid = /^ {4}uid: (\S+)$/m.exec(source)?.[1];
    const { templating } = JSON.parse(dashboard) as {
      templating: { list: { name: string; current: { value: string } }[] };
    };
    expect(templating.list.map(({ name, current }) => [name, current.value])).toEqual([['datasource', uid]]);
    const folder = /^ {6}path: (\S+)$/m.exec(read('ops/grafana/provisioning/dashboards/assay.yml'))?.[1];
    expect(read('ops/compose/compose.yaml')).toContain(`- ../grafana/assay.json:${folder}/assay.json:ro`);
  });
});
