import { sayParts } from './parts.ts';
import type { AuditResponse, AuditRoute } from './schema.ts';
import { FACILITATORS, MOST_TOPICS, TOPICS } from './tables/expert.ts';
import type { Slots } from './words.ts';

/** What an expert would add: each topic only where the text gives it something to say. */
export const expertAdvice = (slots: Slots): AuditResponse['expertAdvice'] =>
  TOPICS.flatMap(({ id, most, when, parts }) => {
    if (when && !when.some((name) => slots[name] !== undefined)) return [];
    const advice = sayParts(parts, slots, most).join(' ');
    return advice === '' ? [] : [{ topic: id, advice }];
  }).slice(0, MOST_TOPICS);

/** Who can settle the offer: services that list its network. */
export const facilitators = (network: string): AuditRoute['facilitators'] =>
  FACILITATORS.filter(({ networks }) => networks.includes(network)).map(({ networks: _, ...row }) => row);
