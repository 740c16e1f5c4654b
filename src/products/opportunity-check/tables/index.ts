import { TERM_TABLES } from '../../../reading/terms/index.ts';
import kinds from '../../../reading/terms/learnt/kinds.artefact.json' with { type: 'json' };
import roles from '../../../reading/terms/learnt/roles.artefact.json' with { type: 'json' };
import { digestJson } from '../../../values/digest.ts';
import statements from '../learnt/model.artefact.json' with { type: 'json' };
import { ACTION_RULES } from './actions.ts';
import { MACHINE_ALIASES } from './aliases.ts';
import { CONSTANTS } from './constants.ts';
import { FRAMES } from './frames.ts';
import { GATES } from './gates.ts';
import { DIMENSIONS, SIGNAL_GROUPS } from './groups.ts';
import * as hosts from './hosts.ts';
import { OWN_EVIDENCE } from './own.ts';
import { OWN_ROUTES } from './routes.ts';
import { SIGNALS } from './signals.ts';
import { WORDS } from './words.ts';

export { ACTION_RULES, type ActionId, type ActionRule } from './actions.ts';
export { CONSTANTS } from './constants.ts';
export { GATES, type GateRow } from './gates.ts';
export { DIMENSIONS, SIGNAL_GROUPS } from './groups.ts';
export { type Dimension, SIGNALS, type SignalRow } from './signals.ts';

/** Changes with every change that can alter an answer. */
export const OPPORTUNITY_MODEL_VERSION = 'opportunity-2.9.0';

/** Everything that a number of an answer can depend on, besides the request and the day. */
export const MODEL = {
  modelVersion: OPPORTUNITY_MODEL_VERSION,
  signals: SIGNALS,
  groups: SIGNAL_GROUPS,
  dimensions: DIMENSIONS,
  constants: CONSTANTS,
  gates: GATES,
  actions: ACTION_RULES,
  hosts: { ...hosts },
  words: { WORDS, FRAMES, MACHINE_ALIASES },
  terms: TERM_TABLES,
  learnt: { statements, roles, kinds },
  own: { OWN_ROUTES, OWN_EVIDENCE },
} as const;

/** Digest (RFC 8785, SHA-256) of each table, so that a published table can be checked alone. */
export const TABLE_DIGESTS = {
  signals: digestJson(MODEL.signals),
  groups: digestJson(MODEL.groups),
  dimensions: digestJson(MODEL.dimensions),
  constants: digestJson(MODEL.constants),
  gates: digestJson(MODEL.gates),
  actions: digestJson(MODEL.actions),
  hosts: digestJson(MODEL.hosts),
  words: digestJson(MODEL.words),
  terms: digestJson(MODEL.terms),
  learnt: digestJson(MODEL.learnt),
  own: digestJson(MODEL.own),
} as const;

/** One digest over all tables: two answers with the same one were computed with the same weights. */
export const WEIGHTS_DIGEST = digestJson({ modelVersion: OPPORTUNITY_MODEL_VERSION, tables: TABLE_DIGESTS });
