import { describe, expect, it } from 'vitest';
import type { FreeDocument } from '../declare.ts';
import { openapi } from '../discovery/openapi.ts';
import { BODY_MAX_BYTES, LARGE_BODY_MAX_BYTES } from '../values/limits.ts';
import { CHECKS, FREE, Stage } from './stage.suite.ts';

const DOCUMENTS = FREE.filter((entry): entry is FreeDocument => entry.kind === 'document');

describe.each(CHECKS.map((check) => [check.path, check] as const))('POST %s', (path, check) => {
  it('answers its own example within its own schema, through HTTP, twice the same', async () => {
    const stage = new Stage();
    const answers = [await stage.post(path, check.example), await new Stage().post(path, check.example)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
    expect(first).toEqual(second);
    expect(check.response.parse(first)).toEqual(first);
    expect(Object.keys(first).filter((key) => !(key in check.response.shape))).toEqual([]);
  });

  it('refuses what it does not know, too much of it, other types and other verbs', async () => {
    const stage = new Stage();
    const status = async (body: unknown) => (await stage.post(path, body)).status;
    expect(await status({ ...(check.example as object), unknownMember: 1 })).toBe(400);
    expect(await status('not json')).toBe(400);
    expect(await status('[]')).toBe(400);
    expect(await status(`"${'x'.repeat((check.maxBodyBytes ?? BODY_MAX_BYTES) + 1)}"`)).toBe(413);
    if (!DOCUMENTS.some((document) => document.path === path))
      expect((await stage.get(path)).status).toBe(405);
  });
});

describe.each(DOCUMENTS.map((each) => [each.path, each] as const))('GET %s', (path, document) => {
  it('is rendered and says nothing of who is paid', async () => {
    const response = await new Stage().get(path);
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(JSON.stringify(body)).not.toMatch(/payTo"\s*:\s*"0x/i);
    expect(document.summary.length).toBeGreaterThan(20);
  });
});

it('every check has a capability document on a bare name, derived from its declaration', async () => {
  const described = new Map<
    string,
    { request: { schema: object; example: unknown }; command: string; limits: object }
  >();
  for (const { path } of DOCUMENTS) {
    const body = await (await new Stage().get(path)).json();
    for (const decision of body.decisions ?? []) described.set(decision.path, decision);
  }
  expect([...described.keys()].sort()).toEqual(CHECKS.map(({ path }) => path).sort());
  for (const check of CHECKS) {
    expect(described.get(check.path)!.request.example).toEqual(check.example);
    expect(described.get(check.path)!.command).toContain(`https://assay.example${check.path}`);
  }
});

it('is in OpenAPI with its schemas', () => {
  const { paths } = openapi(new Stage().context.published) as {
    paths: Record<string, Record<string, object>>;
  };
  for (const check of CHECKS) expect(paths[check.path]).toHaveProperty('post');
});

it('keeps the body limits that are published: 16 kB, and 32 kB where a preview travels', () => {
  expect([BODY_MAX_BYTES, LARGE_BODY_MAX_BYTES]).toEqual([16_000, 32_000]);
});
