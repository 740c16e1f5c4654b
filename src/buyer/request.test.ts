import { expect, it } from 'vitest';
import { resourcesOf } from './request.ts';

const at = (query: Record<string, string>) =>
  resourcesOf({ baseUrl: 'https://seller.example', path: '/api/x', method: 'GET', query });

it('a challenge may be for all that is chosen, for some of it, or for the route: for nothing else', () => {
  expect(at({})).toEqual(['https://seller.example/api/x']);
  const all = at({ shape: 'full', match: 'w1', src: 'x-profile' });
  expect(all[0]).toBe('https://seller.example/api/x?match=w1&shape=full');
  expect(all.map((each) => each.slice('https://seller.example/api/x'.length)).sort()).toEqual([
    '',
    '?match=w1',
    '?match=w1&shape=full',
    '?shape=full',
  ]);
});

it('of many parameters it is all or none', () => {
  const many = Object.fromEntries('abcdefghij'.split('').map((name) => [name, '1']));
  expect(at(many)).toHaveLength(2);
});
