import { type Json, record } from '../../values/challenge.ts';

/** The ways to pay that a challenge offers. */
export const entriesOf = (document: Json): readonly Json[] =>
  Array.isArray(document.accepts) ? document.accepts.map(record) : [];
