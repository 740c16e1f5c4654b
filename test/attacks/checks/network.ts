import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { digestBytes } from '../../../src/values/digest.ts';
import { moved } from '../observe.ts';
import type { Scene } from '../scene.ts';
import { type Checks, each, hold, seen } from './check.ts';
import { transactionOf } from './money.ts';

/** Connections that go out, counters that come from callers, and what we sign. */

const SOURCE_BUCKETS = 'opportunityCheckGetProofUnpaidSourceBuckets';

const hasSourceLabel = (name: string): boolean => /[{,](source|src|tag)="/.test(name);

async function delivery({ lab }: Scene, exchange: Scene['exchanges'][number]) {
  const jws = exchange.headers.get('x-svc-delivery-receipt');
  hold(jws !== null, 'there is no delivery receipt');
  const jwks = (await (await fetch(`${lab.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const { kid, alg } = decodeProtectedHeader(jws);
  hold(alg === 'EdDSA', `the receipt is signed with ${String(alg)}`);
  hold(
    jwks.keys.some((key) => key.kid === kid),
    'its key is not published',
  );
  const { payload } = await compactVerify(jws, createLocalJWKSet(jwks));
  return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
}

const bucketsOf = (register: unknown): Record<string, number> => {
  const { counters } = seen(
    register as { counters?: Record<string, unknown> } | undefined,
    'the cash register',
  );
  return (counters?.[SOURCE_BUCKETS] ?? {}) as Record<string, number>;
};

export const NETWORK: Checks = {
  'no connection but to the chain': ({ lab, memory }) => {
    const connections = seen(lab.inside, 'connections of the process').connections();
    const { proxy, facilitator, tempo, solanaRpcUrl, edgeUrl, originUrl } = lab;
    const behind = edgeUrl === undefined ? undefined : originUrl;
    const ours = [proxy?.url, facilitator?.url, tempo?.proxy?.url, solanaRpcUrl, behind];
    const allowed = new Set(ours.map((url) => url && new URL(url).port));
    hold(connections.length > 0, 'the record of connections is empty');
    const strange = connections.filter((each) => !allowed.has(each.split(':').at(-1)));
    hold(strange.length === 0, `it connected to ${[...new Set(strange)].join(', ')}`);
    hold(((memory.notes.get('trapped') as unknown[] | undefined) ?? []).length === 0, 'the trap was visited');
  },
  'a connection to the client’s address': ({ memory }) => {
    const trapped = memory.notes.get('trapped') as unknown[] | undefined;
    hold(trapped, 'there was no trap');
    hold(trapped.length === 0, `the trap was visited ${trapped.length} times`);
  },
  'only the bucket "other" moves': ({ before, after, exchanges }) => {
    if (!after.register) {
      // Without a cash register the only labels are those of the metrics, which know no source at all.
      const metric = seen(after.metrics, 'metrics');
      hold(![...metric.keys()].some(hasSourceLabel), 'a metric is labelled by source');
      return;
    }
    const [was, is] = [bucketsOf(before.register), bucketsOf(after.register)];
    const changed = Object.keys(is).filter((name) => is[name] !== (was[name] ?? 0));
    hold(JSON.stringify(changed) === '["other"]', `these moved: ${changed.join(', ')}`);
    hold(is.other! - (was.other ?? 0) === exchanges.length, 'it moved by another number');
  },
  'no more buckets or labels than before': ({ before, after }) => {
    const names = ({ metrics }: typeof after) => [...seen(metrics, 'metrics').keys()].filter(hasSourceLabel);
    const added = names(after).filter((name) => !names(before).includes(name));
    hold(added.length === 0, `new labels: ${added.slice(0, 3).join(', ')}`);
    if (after.register) {
      const extra = Object.keys(bucketsOf(after.register)).filter(
        (name) => !(name in bucketsOf(before.register)),
      );
      hold(
        extra.every((name) => name === 'other'),
        `new buckets: ${extra.slice(0, 3).join(', ')}`,
      );
    }
    const challenged = after.register
      ? after.register.unpaid402Challenges - (before.register?.unpaid402Challenges ?? 0)
      : moved(before, after, 'assay_requests_total', { outcome: 'challenged' });
    hold(seen(challenged, 'metrics') > 0, 'nothing was counted at all');
  },
  'a receipt whose key is published': (scene) =>
    each(async (exchange) => void (await delivery(scene, exchange)))(scene),
  'a receipt that binds resource, network, payer and time': (scene) =>
    each(async (exchange, { lab }) => {
      const receipt = await delivery(scene, exchange);
      hold(
        String(receipt.resourceUrl).startsWith(lab.url + exchange.request.target.split('?')[0]),
        'another resource',
      );
      hold(/^[a-z0-9]+:[A-Za-z0-9]+$/.test(String(receipt.network)), 'no network');
      hold(receipt.transaction === transactionOf(exchange), 'another transaction');
      hold(typeof receipt.payer === 'string' && typeof receipt.issuedAt === 'number', 'no payer or no time');
    })(scene),
  'a receipt over the exact bytes of the body': (scene) =>
    each(async (exchange) => {
      const { bodyDigest } = await delivery(scene, exchange);
      hold(bodyDigest === digestBytes(Buffer.from(exchange.text, 'utf8')), 'another body');
    })(scene),
  'terms whose bytes have the advertised hash': (scene) =>
    each(async (exchange, { lab }) => {
      const { termsDigest } = await delivery(scene, exchange);
      const answer = await fetch(`${lab.url}/terms/${String(termsDigest).replace('sha256:', '')}.json`);
      hold(answer.status === 200, `the terms answer ${answer.status}`);
      hold(digestBytes(new Uint8Array(await answer.arrayBuffer())) === termsDigest, 'other terms');
    })(scene),
};
