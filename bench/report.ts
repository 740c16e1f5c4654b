import type { CallName } from './calls.ts';
import type { Generator } from './generators.ts';
import type { Flood, Paid, Rate } from './rounds.ts';
import { type Name, SUBJECTS } from './subjects.ts';

/** Medians of the rounds as tables, and as a picture. Ratios are medians of the rounds' own ratios, which saw the same machine. */

export interface Round {
  readonly rates: Readonly<
    Partial<Record<Generator, Readonly<Record<CallName, Readonly<Partial<Record<Name, Rate>>>>>>>
  >;
  readonly paid: Readonly<
    Partial<Record<Name, { readonly one: Paid; readonly many: Paid; readonly again: Rate }>>
  >;
}

export interface Results {
  readonly machine: string;
  readonly load: string;
  readonly settings: string;
  readonly rounds: readonly Round[];
  readonly flood: Flood | undefined;
}

const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const whole = (value: number) => (Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en'));
const times = (value: number) => (Number.isNaN(value) ? '' : `${value.toFixed(2)}×`);
const ms = (value: number) => value.toFixed(1);

type Pick = (round: Round) => number;
const over = (rounds: readonly Round[], figure: Pick) => median(rounds.map(figure));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** What is demanded of a ratio or a figure, and whether it is so. */
interface Demand {
  readonly what: string;
  readonly measured: string;
  readonly least: string;
  /** The same ratio by CPU time of the servers: what a busy machine disturbs least. */
  readonly byCpu: string;
  readonly met: boolean;
}

const atLeast = (what: string, value: number, least: number, byCpu: number, write: typeof times): Demand => ({
  what,
  measured: write(value),
  least: `≥ ${write(least)}`,
  byCpu: write(byCpu),
  met: value >= least,
});

/** Of a second, on the one core that a service has beside its load. */
const LEAST_RATES: readonly (readonly [least: number, names: readonly CallName[]])[] = [
  [6_000, ['prepare', 'preflight', 'scope check']],
  [15_000, ['status', 'health', 'cash register', 'ledger preview']],
  [3_000, ['MCP tool call']],
];
const SECOND_MICROS = 1_000_000;

/** The parsing of autocannon limits long answers, so less is demanded where it measures. */
const LEAST_RATIOS = {
  own: { GET: 0.65, POST: 0.5, stock: 4 },
  wrk: { GET: 0.65, POST: 0.5, stock: 4 },
  autocannon: { GET: 0.55, POST: 0.45, stock: 3 },
} as const satisfies Record<Generator, object>;

function demandsOf(rounds: Results['rounds'], generator: Generator): Demand[] {
  const figure =
    (call: CallName, name: Name, part: keyof Rate): Pick =>
    ({ rates }) =>
      rates[generator]?.[call][name]?.[part] ?? Number.NaN;
  const against = (call: CallName, name: Name) => {
    const [mine, theirs] = (['assay', name] as const).map((each) => figure(call, each, 'perSecond'));
    return over(rounds, (round) => mine!(round) / theirs!(round));
  };
  const byCpu = (call: CallName, name: Name) => {
    const [mine, theirs] = (['assay', name] as const).map((each) => figure(call, each, 'cpuMicros'));
    return over(rounds, (round) => theirs!(round) / mine!(round));
  };
  const least = LEAST_RATIOS[generator];
  const ratio = (call: CallName, name: Name, demanded: number) =>
    atLeast(
      `${call}, against ${SUBJECTS[name].what}, ${generator}`,
      against(call, name),
      demanded,
      byCpu(call, name),
      times,
    );
  return [
    ratio('unpaid GET', 'bare', least.GET),
    ratio('unpaid POST', 'bare', least.POST),
    ratio('unpaid GET', 'stock', least.stock),
    ratio('unpaid POST', 'stock', least.stock),
    ...LEAST_RATES.flatMap(([demanded, names]) =>
      names.map((name) =>
        atLeast(
          `${name} a second, ${generator}`,
          over(rounds, figure(name, 'assay', 'perSecond')),
          demanded,
          SECOND_MICROS / over(rounds, figure(name, 'assay', 'cpuMicros')),
          whole,
        ),
      ),
    ),
  ];
}

const generatorsIn = (rounds: Results['rounds']): Generator[] => Object.keys(rounds[0]!.rates) as Generator[];

function demands({ rounds, flood }: Results): Demand[] {
  const sale = (kind: 'one' | 'many', part: 'perSecond' | 'cpuMicros') =>
    over(rounds, ({ paid }) =>
      paid.assay && paid.stock ? paid.assay[kind][part] / paid.stock[kind][part] : Number.NaN,
    );
  const again = (part: keyof Rate) => over(rounds, ({ paid }) => paid.assay?.again[part] ?? Number.NaN);
  const sold = (what: string, kind: 'one' | 'many', least: number) =>
    atLeast(
      `paid, ${what}, against \`@x402/hono\``,
      sale(kind, 'perSecond'),
      least,
      1 / sale(kind, 'cpuMicros'),
      times,
    );
  return [
    ...generatorsIn(rounds).flatMap((generator) => demandsOf(rounds, generator)),
    sold('one at a time', 'one', 2),
    sold('32 at a time', 'many', 6),
    atLeast('redeliveries a second', again('perSecond'), 4_000, SECOND_MICROS / again('cpuMicros'), whole),
    ...(flood
      ? [
          {
            what: `p99 of others' challenges under ${whole(flood.perSecond)} forged payments a second, ms`,
            measured: ms(flood.p99),
            least: '< 50',
            byCpu: '',
            met: flood.p99 < 50,
          },
        ]
      : []),
  ];
}

/** Every call and who answered it, by one generator. */
function callTable(rounds: Results['rounds'], generator: Generator): string {
  const calls = Object.entries(rounds[0]!.rates[generator]!) as [CallName, Partial<Record<Name, Rate>>][];
  const rows = calls.flatMap(([call, rates]) =>
    (Object.keys(SUBJECTS) as Name[])
      .filter((name) => rates[name])
      .map((name) => {
        const figure =
          (of: Name, part: keyof Rate): Pick =>
          (round) =>
            round.rates[generator]?.[call][of]?.[part] ?? Number.NaN;
        const rate = figure(name, 'perSecond');
        const ofBare = over(rounds, (round) => rate(round) / figure('bare', 'perSecond')(round));
        const cpu = over(rounds, figure(name, 'cpuMicros'));
        return [call, SUBJECTS[name].what, whole(over(rounds, rate)), times(ofBare), whole(cpu)];
      }),
  );
  return table(['call', 'by', 'answers/s', 'of bare', 'server CPU µs each'], rows);
}

export function tables(results: Results): string {
  const { rounds } = results;
  const sellers = (Object.keys(SUBJECTS) as Name[]).filter((name) => rounds.some(({ paid }) => paid[name]));
  const paidRows = sellers.flatMap((name) =>
    (['one', 'many'] as const).map((kind) => {
      const figure = (part: keyof Paid) => over(rounds, ({ paid }) => paid[name]?.[kind][part] ?? Number.NaN);
      return [
        `${SUBJECTS[name].what}, ${kind === 'one' ? 'one at a time' : '32 at a time'}`,
        whole(figure('perSecond')),
        ms(figure('p50')),
        ms(figure('p99')),
        whole(figure('cpuMicros')),
        whole(figure('gas')),
        whole(figure('transactions')),
      ];
    }),
  );
  const again = (part: keyof Rate) => over(rounds, ({ paid }) => paid.assay?.again[part] ?? Number.NaN);
  return [
    `${results.machine}. ${results.load} ${results.settings}`,
    '## Demands',
    table(
      ['', 'measured', 'demanded', '', 'by CPU time'],
      demands(results).map(({ what, measured, least, met, byCpu }) => [
        what,
        measured,
        least,
        met ? 'met' : '**missed**',
        byCpu,
      ]),
    ),
    ...generatorsIn(rounds).flatMap((generator) => [
      `## Calls, 32 connections, ${generator === 'own' ? 'our own generator' : generator}`,
      callTable(rounds, generator),
    ]),
    '## Paid calls',
    table(
      ['', 'sales/s', 'p50 ms', 'p99 ms', 'server CPU µs each', 'gas each', 'transactions a round'],
      paidRows,
    ),
    `Redelivery of a paid answer, 32 at a time: ${whole(again('perSecond'))}/s, ${whole(again('cpuMicros'))} µs CPU each.`,
    ...(results.flood
      ? [
          `## Flood\n\n${whole(results.flood.perSecond)} forged payments a second were answered ${JSON.stringify(results.flood.answers)}; ${whole(results.flood.calls)} unpaid calls of others meanwhile: p50 ${ms(results.flood.p50)} ms, p99 ${ms(results.flood.p99)} ms, p99.9 ${ms(results.flood.p999)} ms.`,
        ]
      : []),
  ].join('\n\n');
}

const BAR_HEIGHT = 22;
const LEFT = 250;
const WIDTH = 720;

/** CPU microseconds of one unpaid answer, a bar a subject. */
export function picture({ rounds }: Results): string {
  const ratesIn = ({ rates }: Round) => rates.own?.['unpaid GET'] ?? {};
  const names = (Object.keys(SUBJECTS) as Name[]).filter((name) =>
    rounds.some((round) => ratesIn(round)[name]),
  );
  const values = names.map((name) => over(rounds, (round) => ratesIn(round)[name]?.cpuMicros ?? Number.NaN));
  const most = Math.max(...values);
  const bars = names.map((name, i) => {
    const y = 40 + i * (BAR_HEIGHT + 8);
    const width = Math.max(1, ((WIDTH - LEFT - 90) * values[i]!) / most);
    const label = SUBJECTS[name].what
      .replaceAll('`', '')
      .replace(' with offers (Ed25519), Bazaar and identifier', ' with extensions');
    return `<text x="${LEFT - 8}" y="${y + 15}" text-anchor="end">${label}</text><rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" fill="${name === 'assay' ? '#0b6e4f' : '#9aa5b1'}"/><text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 15}">${whole(values[i]!)} µs</text>`;
  });
  const height = 50 + names.length * (BAR_HEIGHT + 8);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Server CPU time of one unpaid answer">
<rect width="100%" height="100%" fill="#fff"/><text x="10" y="20" font-size="14">Server CPU time of one 402, 32 connections (less is better)</text>
${bars.join('\n')}
</svg>
`;
}
