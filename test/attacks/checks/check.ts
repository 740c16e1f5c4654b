import { type Scene, Unobservable } from '../scene.ts';
import type { Exchange } from '../send.ts';

/** A sentence of a row as code. Throws what is wrong. */
export type Check = (scene: Scene) => void | Promise<void>;
export type Checks = Readonly<Record<string, Check>>;

export function hold(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

/** What must be seen for a check to mean anything: without it the check was not made, and the report says so. */
export function seen<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Unobservable(what);
  return value;
}

/** The same for every answer of the row. */
export const each =
  (check: (exchange: Exchange, scene: Scene) => void | Promise<void>): Check =>
  async (scene) => {
    hold(scene.exchanges.length > 0, 'nothing was sent');
    for (const exchange of scene.exchanges) await check(exchange, scene);
  };

export function jsonOf({ text }: Pick<Exchange, 'text'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Error(`the body is no JSON object: ${text.slice(0, 80)}`);
}

/** Body and headers of an answer as one text. */
export const everything = ({ text, headers }: Pick<Exchange, 'headers' | 'text'>): string =>
  `${text}\n${[...headers].map((pair) => pair.join(': ')).join('\n')}`;
