import { type Json, record } from '../../values/challenge.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export interface Operation {
  /** `paths./v1/x.post` */
  readonly path: string;
  /** `/v1/x` */
  readonly route: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Json;
}

export const operationsIn = (document: Json): readonly Operation[] =>
  Object.entries(record(document.paths)).flatMap(([route, item]) =>
    METHODS.flatMap((method) => {
      const operation = record(item)[method];
      return typeof operation === 'object' && operation !== null
        ? [{ path: `paths.${route}.${method}`, route, method, operation: record(operation) }]
        : [];
    }),
  );

export const isPaid = ({ operation }: Operation): boolean => operation['x-payment-info'] !== undefined;
