import type { RouteRow } from '../shapes.ts';
import { instant, optional, text } from '../shapes.ts';

export const ROWS: readonly RouteRow[] = [
  {
    id: 'unclear-answer',
    archetype: 'unclear',
    cues: {},
    noun: 'answer',
    plural: 'answers',
    unit: 'one answer to one closed question',
    method: 'POST',
    path: '/v1/answers',
    band: 'all_priced',
    callsPerUnit: 1,
    request: [
      text('subject', 'What the answer is about', 'release 4.2', 300),
      optional(text('question', 'Closed question the answer settles', 'is it current?', 300)),
    ],
    response: [
      text('subject', 'What the answer is about', 'release 4.2', 300),
      text('answer', 'The answer', 'yes', 2000),
      text('basis', 'What the answer rests on', 'published changelog', 500),
      instant('asOf', 'When the answer was made', '2026-01-15T09:00:00Z'),
    ],
    redaction: 'the answer to one fixed question',
    empty: 'a subject nothing is known about',
    bad: 'an empty subject',
    notFirst: [
      ['the whole offer', 'its unit cannot be read from the text yet'],
      ['a monthly plan', 'an agent that has not seen one answer will not open an account'],
    ],
    remark: 'this shape is a placeholder until the first question below is answered',
  },
];
