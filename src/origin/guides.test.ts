import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { Stage } from '../checks/stage.suite.ts';
import { guidePage, guidesPage } from '../http/pages/guides.ts';
import { guidesOfRelease } from './guides.ts';

const guides = guidesOfRelease();
const { published } = new Stage(catalogue).context;
const pages = new Map(guides.map((guide) => [guide.name, guidePage(guide, guides, published)]));

it.each([...pages])('%s is a page whose links lead somewhere', (_name, page) => {
  expect(page.match(/<h1 id=/g)).toHaveLength(1);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=")|<style/);
  for (const [, path, name, anchor] of page.matchAll(/href="(\/docs\/([a-z-]+))?(?:#([^"]+))?"/g)) {
    if (path === undefined && anchor === undefined) continue;
    const target = name === undefined ? page : pages.get(name);
    expect(target, path).toBeDefined();
    if (anchor !== undefined) expect(target).toContain(`id="${anchor}"`);
  }
});

it('lists every guide once', () => {
  const listed = [...guidesPage(guides, published).matchAll(/href="\/docs\/([a-z-]+)"/g)].map(
    ([, name]) => name,
  );
  expect(listed.toSorted()).toEqual(guides.map(({ name }) => name).toSorted());
});

it('is empty where the documentation was left out', () => {
  expect(guidesOfRelease(new URL('file:///nowhere/'))).toEqual([]);
});
