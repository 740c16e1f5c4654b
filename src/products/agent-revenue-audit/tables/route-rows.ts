import type { Field, JsonValue, RouteRow } from './shapes.ts';
import { choice, digest, figure, flag, instant, listField, optional, text, texts, whole } from './shapes.ts';

/** A field of a route as its table writes it: what it holds, then what the maker of such a field takes. `?`: it may be left out. */
export type FieldRow =
  | readonly [
      kind: Kind<'text'>,
      ...about: Named<string>,
      max?: number,
      extra?: Readonly<Record<string, JsonValue>>,
    ]
  | readonly [kind: Kind<'whole'>, ...about: Named<number>, least: number, most: number]
  | readonly [kind: Kind<'figure'>, ...about: Named<number>]
  | readonly [kind: Kind<'flag'>, ...about: Named<boolean>]
  | readonly [kind: Kind<'choice'>, name: string, says: string, of: readonly string[], example: string]
  | readonly [kind: Kind<'instant'>, ...about: Named<string>]
  | readonly [kind: Kind<'digest'>, name: string, says: string]
  | readonly [kind: Kind<'texts'>, ...about: Named<readonly string[]>, max?: number]
  | readonly [kind: Kind<'list'>, name: string, says: string, of: readonly FieldRow[], max?: number];
type Kind<Name extends string> = Name | `${Name}?`;
type Named<Example> = readonly [name: string, says: string, example: Example];

/** The routes of one archetype. */
export type RouteTable = readonly (Omit<RouteRow, 'request' | 'response'> & {
  readonly request: readonly FieldRow[];
  readonly response: readonly FieldRow[];
})[];

const list = (name: string, says: string, of: readonly FieldRow[], max?: number): Field =>
  listField(name, says, of.map(fieldOf), max);
const MAKERS = { text, whole, figure, flag, choice, instant, digest, texts, list };

function fieldOf([kind, ...rest]: FieldRow): Field {
  const make = MAKERS[kind.replace('?', '') as keyof typeof MAKERS] as (...rest: readonly unknown[]) => Field;
  const made = make(...rest);
  return kind.endsWith('?') ? optional(made) : made;
}

/** The routes of a table, with their fields. */
export const routesIn = (table: RouteTable): readonly RouteRow[] =>
  table.map((row) => ({
    ...row,
    request: row.request.map(fieldOf),
    response: row.response.map(fieldOf),
  }));
