import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { compiler } from './schema.ts';
import { template } from './template.ts';

const db = compiler('sqlite');
const insert = ({ name, n }: { name: string; n: number }) =>
  db.insertInto('counters').values({ name, node: 'here', n: sql`${n} + ${n}` });

describe('a template', () => {
  it('is, for all values, the statement that would have been compiled with them', () => {
    const made = template(['name', 'n'], insert);
    for (const values of [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ]) {
      const { sql: text, parameters } = made(values).compile();
      const plain = insert(values).compile();
      expect([text, parameters]).toEqual([plain.sql, plain.parameters]);
    }
  });

  it('is compiled once', () => {
    let built = 0;
    const made = template<{ name: string; n: number }>(['name', 'n'], (values) => {
      built++;
      return insert(values);
    });
    made({ name: 'a', n: 1 }).compile();
    made({ name: 'b', n: 2 }).compile();
    expect(built).toBe(1);
  });
});
