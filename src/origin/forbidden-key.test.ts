import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { toolsOf } from '../discovery/tools.ts';
import { appWithoutChain } from './testing.ts';

/** `__proto__` as a key would hide what is under it from whoever copies the object: no free route takes it, as no paid one does. */

const RATE = 100_000;
const { app } = appWithoutChain({ costly: RATE, payment: RATE, message: RATE, other: RATE });
const HIDDEN = '"__proto__":{"hidden":true}';
const MCP = { accept: 'application/json, text/event-stream' };

/** The same body with the key, at its top and one level down. */
const spoilt = (body: unknown): string[] => {
  const text = JSON.stringify(body);
  return [`{${HIDDEN},${text.slice(1)}`, text.replace(/^\{/, `{"further":{${HIDDEN}},`)];
};
const said = async (path: string, body: string, headers = {}) => {
  const answer = await app.fetch(
    new Request(`https://assay.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  );
  return [answer.status, (await answer.text()).includes('forbidden_key')];
};

it.each(catalogue.checks)('$path refuses it, wherever it stands', async ({ path, example }) => {
  for (const body of spoilt(example)) expect(await said(path, body)).toEqual([400, true]);
});

it('MCP does, in the message and in what a tool is given', async () => {
  const [check] = catalogue.checks;
  const { name } = toolsOf(catalogue).find(({ route }) => route.path === check!.path)!;
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  for (const body of [
    `{${HIDDEN},"jsonrpc":"2.0","id":1,"method":"ping"}`,
    ...spoilt(check!.example).map(call),
  ])
    expect(await said('/mcp', body, MCP)).toEqual([400, true]);
});
