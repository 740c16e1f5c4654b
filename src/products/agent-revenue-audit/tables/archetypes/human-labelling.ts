import type { RouteRow } from '../shapes.ts';
import { choice, instant, optional, text, texts, whole } from '../shapes.ts';

/** Judgements by people, one item at a time: taken now, answered later. */
export const ROWS: readonly RouteRow[] = [
  {
    id: 'label-item',
    archetype: 'human_labelling',
    cues: {
      'bounding box': 4,
      'bounding boxes': 4,
      'annotat~': 3,
      'labelling by': 3,
      labelling: 3,
      labeling: 3,
      'data labelling': 4,
      'data labeling': 4,
      'image labelling': 4,
      'people label': 4,
      'human label': 4,
      'human annotators': 4,
      'human moderation': 4,
      'human content moderation': 5,
      'people draw': 4,
      'people check': 3,
      'people answer': 3,
      'human feedback': 4,
      'crowd worker': 4,
      crowd: 2,
      rlhf: 4,
      'human in the loop': 3,
      'people rate': 4,
      'human evaluation': 4,
      'human rating': 4,
      'per box': 3,
      'per label': 4,
    },
    noun: 'labelled item',
    plural: 'labelled items',
    unit: 'one item, labelled by people',
    method: 'POST',
    path: '/v1/label-tasks',
    band: 'human_label',
    callsPerUnit: 1,
    request: [
      text('itemUrl', 'Public https address of the item', 'https://files.example/street.jpg', 500, {
        format: 'uri',
      }),
      text('instruction', 'What the people are asked to mark or to say', 'Draw a box around each bus', 400),
      optional(whole('people', 'How many people look at the item', 2, 1, 5)),
    ],
    response: [
      text('taskId', 'Name of the task, for its result later', 'task_01', 60),
      choice('state', 'State of the task', ['queued', 'done'], 'queued'),
      texts('labels', 'Labels given so far', ['bus 12 40 220 180']),
      instant('readyBy', 'When the result is there at the latest', '2026-01-16T09:00:00Z'),
    ],
    redaction: 'one finished task on a public picture',
    empty: 'an item that cannot be opened',
    bad: 'an instruction of more than 400 characters',
    notFirst: [
      [
        'a project with a guideline and a manager',
        'it begins with a conversation, one item begins with a call',
      ],
      [
        'quality at a promised percentage',
        'one item cannot prove it: show the agreement of two people instead',
      ],
    ],
    remark: 'people take hours, so the payment buys a place in the queue and a promised hour',
    companions: [['GET', '/v1/label-tasks/{taskId}', 'reads the result: free for whoever holds the task']],
  },
];
