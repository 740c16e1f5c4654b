import { METER_WORDS } from './tables/cues.ts';
import { instant, type RouteRow, text, whole } from './tables/shapes.ts';

/**
 * The route as it is sold when one unit is too cheap to be paid alone. A meter (tokens, seconds) becomes a bound of one
 * call; anything that is counted becomes a prepaid pack.
 */
export function sized(route: RouteRow, units: bigint, unitWord: string | undefined): RouteRow {
  if (units === BigInt(route.callsPerUnit)) return route;
  const many = units.toString().replace(/\B(?=(?:\d{3}){1,6}$)/gu, ',');
  if (route.callsPerUnit > 1) return resized(route, units, many);
  if (unitWord !== undefined && METER_WORDS.includes(unitWord))
    return { ...route, unit: `one ${route.noun} of up to ${many} ${unitWord}s` };
  const noun = `${route.noun} pack`;
  return {
    ...route,
    noun,
    plural: `${noun}s`,
    unit: `one pack of ${many} ${route.plural}`,
    method: 'POST',
    path: `${route.path}/packs`,
    request: [
      whole('units', `How many ${route.plural} the pack holds`, Number(units), Number(units), Number(units)),
    ],
    response: [
      text('packId', `Name of the ${noun}, sent as a header with each call of ${route.path}`, 'pack_01', 60),
      whole('unitsLeft', `How many ${route.plural} are left`, Number(units), 0, Number(units)),
      instant('validUntil', `When unused ${route.plural} lapse`, '2026-02-14T09:00:00Z'),
    ],
    redaction: `the state of one used-up ${noun}`,
    empty: `a ${noun} while ${route.path} is out of service`,
    bad: `a pack of 7 ${route.plural}`,
    notFirst: [
      [
        `a payment for each of the ${route.plural}`,
        `one settlement costs more than one ${route.noun}: sell the pack, or open an MPP session`,
      ],
      ...route.notFirst.slice(0, 1),
    ],
    remark: `one ${route.noun} is cheaper than its settlement, so ${many} of them share one`,
    companions: [
      ['GET', `${route.path}/packs/{packId}`, `reads how many ${route.plural} are left: free for its buyer`],
    ],
  };
}

/** A row that is a pack already, with another number of units in it. */
function resized(route: RouteRow, units: bigint, many: string): RouteRow {
  const size = Number(units);
  const unit = route.unit.replace(/\d{1,6}/u, many);
  return {
    ...route,
    unit,
    request: route.request.map((one) =>
      one.example === route.callsPerUnit
        ? { ...whole(one.name, `${one.schema.description}`, size, size, size), required: one.required }
        : one,
    ),
    response: route.response.map((one) =>
      one.example === route.callsPerUnit ? whole(one.name, `${one.schema.description}`, size, 0, size) : one,
    ),
  };
}
