import type { Flood, Paid, Rate } from './rounds.ts';
import { type Name, SUBJECTS } from './subjects.ts';

/** Medians of the rounds as tables, and as a picture. Ratios are medians of the rounds' own ratios, which saw the same machine. */

export interface Round {
  readonly unpaid: Readonly<Partial<Record<Name, Rate>>>;
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

function demands({ rounds, flood }: Results): Demand[] {
  const rate =
    (name: Name): Pick =>
    (round) =>
      round.unpaid[name]?.perSecond ?? Number.NaN;
  const ratio = (name: Name) => over(rounds, (round) => rate('assay')(round) / rate(name)(round));
  const cpu = (name: Name) =>
    over(rounds, ({ unpaid }) =>
      unpaid.assay && unpaid[name] ? unpaid[name].cpuMicros / unpaid.assay.cpuMicros : Number.NaN,
    );
  const saleCpu = (kind: 'one' | 'many') =>
    over(rounds, ({ paid }) =>
      paid.assay && paid.stock ? paid.stock[kind].cpuMicros / paid.assay[kind].cpuMicros : Number.NaN,
    );
  const sale = (kind: 'one' | 'many') =>
    over(rounds, ({ paid }) =>
      paid.assay && paid.stock ? paid.assay[kind].perSecond / paid.stock[kind].perSecond : Number.NaN,
    );
  const atLeast = (
    what: string,
    value: number,
    least: number,
    byCpu = Number.NaN,
    write = times,
  ): Demand => ({
    what,
    measured: write(value),
    least: `≥ ${write(least)}`,
    byCpu: times(byCpu),
    met: value >= least,
  });
  return [
    atLeast('challenge, against bare `node:http`', ratio('bare'), 0.55, cpu('bare')),
    atLeast('challenge, against `@x402/hono`', ratio('stock'), 3, cpu('stock')),
    atLeast('challenge, against `@x402/hono` with extensions', ratio('stock+'), 10, cpu('stock+')),
    atLeast('paid, one at a time, against `@x402/hono`', sale('one'), 1.3, saleCpu('one')),
    atLeast('paid, 32 at a time, against `@x402/hono`', sale('many'), 4, saleCpu('many')),
    atLeast(
      'redeliveries a second',
      over(rounds, ({ paid }) => paid.assay?.again.perSecond ?? Number.NaN),
      1_500,
      undefined,
      whole,
    ),
    ...(flood
      ? [
          {
            what: `p99 of others' challenges under ${whole(flood.perSecond)} forged payments a second, ms`,
            measured: ms(flood.p99),
            least: '< 250',
            byCpu: '',
            met: flood.p99 < 250,
          },
        ]
      : []),
  ];
}

export function tables(results: Results): string {
  const { rounds } = results;
  const names = (Object.keys(SUBJECTS) as Name[]).filter((name) => rounds.some(({ unpaid }) => unpaid[name]));
  const unpaidRows = names.map((name) => {
    const figure = (part: keyof Rate) => over(rounds, ({ unpaid }) => unpaid[name]?.[part] ?? Number.NaN);
    const against = (part: keyof Rate, flip: boolean) =>
      over(rounds, ({ unpaid }) => {
        const ratio = unpaid[name]![part] / unpaid.bare![part];
        return flip ? 1 / ratio : ratio;
      });
    return [
      SUBJECTS[name].what,
      whole(figure('perSecond')),
      times(against('perSecond', false)),
      whole(figure('cpuMicros')),
      times(against('cpuMicros', true)),
    ];
  });
  const sellers = names.filter((name) => rounds.some(({ paid }) => paid[name]));
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
    '## Unpaid calls, 32 connections',
    table(['', 'answers/s', 'of bare', 'server CPU µs each', 'of bare by CPU'], unpaidRows),
    ...(paidRows.length > 0
      ? [
          '## Paid calls',
          table(
            ['', 'sales/s', 'p50 ms', 'p99 ms', 'server CPU µs each', 'gas each', 'transactions a round'],
            paidRows,
          ),
          `Redelivery of a paid answer, 32 at a time: ${whole(again('perSecond'))}/s, ${whole(again('cpuMicros'))} µs CPU each.`,
        ]
      : []),
    ...(results.flood
      ? [
          `## Flood\n\n${whole(results.flood.perSecond)} forged payments a second were answered ${JSON.stringify(results.flood.answers)}; ${whole(results.flood.calls)} unpaid calls of others meanwhile: p50 ${ms(results.flood.p50)} ms, p99 ${ms(results.flood.p99)} ms.`,
        ]
      : []),
  ].join('\n\n');
}

const BAR_HEIGHT = 22;
const LEFT = 250;
const WIDTH = 720;

/** CPU microseconds of one unpaid answer, a bar a subject. */
export function picture({ rounds }: Results): string {
  const names = (Object.keys(SUBJECTS) as Name[]).filter((name) => rounds.some(({ unpaid }) => unpaid[name]));
  const values = names.map((name) => over(rounds, ({ unpaid }) => unpaid[name]?.cpuMicros ?? Number.NaN));
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
