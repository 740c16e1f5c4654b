import { nanoLabel as usd } from './amount.ts';
import { TABLES_DIGEST } from './answer.ts';
import { ARCHETYPE_IDS } from './archetypes.testing.ts';
import { CASES } from './cases.testing.ts';
import { bandOf, LADDER_NANO } from './price.ts';
import { AUDIT_LIMITS } from './schema.ts';
import { BANDS, LADDER_FIGURES, RULES } from './tables/bands.ts';
import { FRICTIONS, STAGES } from './tables/frictions.ts';
import { WEEK } from './tables/plan.ts';
import { ROUTES } from './tables/routes.ts';

/** The parts of docs/audit-model.md that state figures, made from the tables. The document's test compares them. */

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const cues = ROUTES.flatMap((row) => Object.keys(row.cues)).length;

export const BLOCKS: Readonly<Record<string, string>> = {
  size: [
    `- ${ARCHETYPE_IDS.length} archetypes with ${ROUTES.length - 1} routes and ${cues} cue phrases, ${FRICTIONS.length} frictions, ${BANDS.length} price classes, ${LADDER_NANO.length} prices on the ladder.`,
    `- Tables digest: \`${TABLES_DIGEST}\`.`,
  ].join('\n'),
  limits: table(
    ['Field', 'Characters at most'],
    Object.entries(AUDIT_LIMITS).map(([field, limit]) => [`\`${field}\``, `${limit}`]),
  ),
  rule: [
    `- Ladder, in each decade from $0.001: ${LADDER_FIGURES.join(', ')}.`,
    `- Floor: $${RULES.settlementFloor}, or ${RULES.marginFactor} times the stated unit cost.`,
    `- Anchor: median of the class, times ${Object.entries(RULES.anchorTenths)
      .map(([why, tenths]) => `${tenths / 10} (${why})`)
      .join(
        ', ',
      )}. Where one unit has a stated price, that price times ${RULES.stated.anchorTenths / 10}; from $${RULES.addNothingFrom} on the price itself.`,
    `- A unit under the floor is sold in packs that come to $${RULES.packFloor} or more: of the number that the seller prices, if that costs less than the cap, otherwise of a power of ten.`,
    `- Ceiling: the least of four amounts: 1/${RULES.valueDivisor} of the stated value per use, ${RULES.stated.highest} times a stated price, ${RULES.subscriptionFactor} times what a plan comes to per unit, and the client cap. The cap is $${RULES.caps.v1} for x402 v1 clients, $${RULES.caps.v2} by default since ${RULES.capSince}, and $${RULES.caps.override} where the seller publishes the spendControls line. Without a price in dollars, a class whose median is higher is bounded by that median.`,
    `- Funnel: at ${RULES.paidPerMille} paid in 1000 challenges, a zero with a chance under ${RULES.significancePerMille} in 1000 is not read as bad luck.`,
  ].join('\n'),
  bands: table(
    ['Class', 'Lower quartile', 'Median', 'Upper quartile', 'Basis', 'Source', 'Read'],
    BANDS.map((row) => {
      const { p25, median, p75 } = bandOf(row);
      return [row.label, usd(p25), usd(median), usd(p75), row.kind, row.source, row.date];
    }),
  ),
  order: [
    `- Stages, earliest first: ${STAGES.join(', ')}; at most ${RULES.maxFrictions} frictions and ${RULES.maxQuestions} questions.`,
    ...Object.entries(WEEK).map(([track, days]) => `- Week of a seller (${track}): ${days.join(', ')}.`),
  ].join('\n'),
  cases: table(
    ['Case', 'Archetype', 'First route', 'Price', 'Must be said'],
    Object.entries(CASES).map(([id, { demand }]) => [
      id,
      demand.archetype,
      `${demand.method} ${demand.path}`,
      demand.price,
      demand.frictions.join(', '),
    ]),
  ),
};
