/**
 * What a report of the audit shows, in order. The server renders the sample from this table, and the script, which gets
 * the same table, a report that was bought in the page.
 */
export type Block =
  | { readonly as: 'text'; readonly name: string; readonly path: string }
  | { readonly as: 'facts'; readonly name: string; readonly rows: readonly Row[] }
  | { readonly as: 'list'; readonly name: string; readonly path: string }
  | { readonly as: 'table'; readonly name: string; readonly path: string; readonly columns: readonly Row[] }
  | { readonly as: 'bars'; readonly name: string; readonly note: string; readonly rows: readonly Row[] };
type Row = readonly [name: string, path: string];

export const REPORT: readonly Block[] = [
  { as: 'text', name: 'In short', path: 'summary' },
  {
    as: 'facts',
    name: 'First paid route',
    rows: [
      ['Route', 'bestFirstPaidRoute.path'],
      ['Method', 'bestFirstPaidRoute.method'],
      ['Price', 'bestFirstPaidRoute.price'],
      ['Sells', 'bestFirstPaidRoute.unit'],
      ['Why this one', 'bestFirstPaidRoute.whyThisRoute'],
      ['Free preview', 'bestFirstPaidRoute.freePreview.path'],
    ],
  },
  { as: 'text', name: 'Diagnosis', path: 'monetizationDiagnosis' },
  {
    as: 'bars',
    name: 'Where the price stands',
    note: 'Dollars for one purchase: your floor, what comparable calls cost, and the price to open with.',
    rows: [
      ['Floor', 'priceRationale.floor.usd'],
      ['Class, lower quartile', 'priceRationale.band.p25'],
      ['Class, median', 'priceRationale.band.median'],
      ['Class, upper quartile', 'priceRationale.band.p75'],
      ['Open with', 'priceRationale.points.open'],
      ['Next step', 'priceRationale.points.target'],
    ],
  },
  {
    as: 'table',
    name: 'Unit economics',
    path: 'priceRationale.economics',
    columns: [
      ['What', 'what'],
      ['Figure', 'figure'],
      ['From', 'from'],
    ],
  },
  {
    as: 'facts',
    name: 'When to change the price',
    rows: [
      ['Raise', 'priceRationale.changeWhen.raise'],
      ['Drop', 'priceRationale.changeWhen.drop'],
      ['Far from your price because', 'priceRationale.offAnchor'],
    ],
  },
  { as: 'list', name: 'What stands in the way', path: 'conversionFriction' },
  { as: 'list', name: 'Seven days', path: 'sevenDayRevenuePlan' },
  {
    as: 'table',
    name: 'What an expert adds',
    path: 'expertAdvice',
    columns: [
      ['On', 'topic'],
      ['Advice', 'advice'],
    ],
  },
  {
    as: 'table',
    name: 'Who can settle it',
    path: 'bestFirstPaidRoute.facilitators',
    columns: [
      ['Service', 'name'],
      ['Needs', 'needs'],
      ['Fee', 'fee'],
      ['Read', 'read'],
    ],
  },
  { as: 'list', name: 'Open questions', path: 'questions' },
  { as: 'list', name: 'Limits', path: 'limits' },
];

/** `$0.008` as a number, for the length of a bar. */
export const dollarsIn = (label: unknown): number => Number(String(label).replace('$', '')) || 0;
