import type { RouteRow } from '../shapes.ts';
import { choice, instant, listField, optional, text, texts, whole } from '../shapes.ts';

export const ROWS: readonly RouteRow[] = [
  {
    id: 'human-scope',
    archetype: 'human_service',
    cues: {
      'consult~': 3,
      agency: 3,
      freelance: 3,
      'manual review': 3,
      'human review': 3,
      engagement: 2,
      retainer: 3,
      'our expert': 2,
      'our team': 1,
      workshop: 2,
      coaching: 3,
      'security audit consultancy': 5,
      'statement of work': 3,
      consultancy: 3,
      'penetration test': 3,
    },
    noun: 'scope',
    plural: 'scopes',
    unit: 'one scope document',
    method: 'POST',
    path: '/v1/scope',
    band: 'report',
    nearestClass: true,
    callsPerUnit: 1,
    request: [
      text(
        'system',
        'What the work would be about, in public terms',
        'payment API, two services, one database',
        600,
      ),
      choice('goal', 'Outcome the scope is for', ['review', 'design', 'migration'], 'review'),
      optional(whole('weeks', 'Weeks available', 3, 1, 26)),
    ],
    response: [
      listField('workPackages', 'Work packages of the scope', [
        text('name', 'Name of the work package', 'Threat model', 120),
        whole('days', 'Estimated days of the package', 2, 1, 60),
      ]),
      texts('outOfScope', 'What the scope leaves out', ['source code of third parties']),
      texts('openQuestions', 'What a person has to answer before work starts', ['Who owns the key store?']),
      instant('validUntil', 'How long the scope holds', '2026-02-14T09:00:00Z'),
    ],
    redaction: 'one public scope with its days left out',
    empty: 'a system the scope rules do not cover',
    bad: 'a period of two years',
    notFirst: [
      [
        'the engagement itself',
        'weeks of work have no single answer to pay for: sell the scope that leads to them',
      ],
      ['calls with an expert', 'a calendar slot needs two identities, a scope needs none'],
    ],
    remark:
      'a scope is the part of the work that rules can produce, and it hands the engagement a priced start',
  },
];
