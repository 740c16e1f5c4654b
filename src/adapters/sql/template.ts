import type { CompiledQuery } from 'kysely';

export type Query = { compile(): CompiledQuery };

/** Stands for a value while a statement is compiled. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled once, for every value that it may be run with: on the way of a sale the compiler cost
 * more than the statements did. `build` must make the same statement whatever the values are, so it must not look at
 * them. A value that `build` makes a literal of, or an expression, cannot be one of `names`.
 */
export function template<V extends object>(
  names: readonly (keyof V & string)[],
  build: (values: V) => Query,
): (values: V) => Query {
  let made: CompiledQuery | undefined;
  return (values) => ({
    compile: () => {
      made ??= build(Object.fromEntries(names.map((name) => [name, new Slot(name)])) as V).compile();
      const parameters = made.parameters.map((each) =>
        each instanceof Slot ? values[each.name as keyof V] : each,
      );
      return { ...made, parameters };
    },
  });
}
