import { documentsOf, searchFor } from '../../canary/search.ts';
import type { Scene } from '../scene.ts';
import { type Checks, each, everything, hold, jsonOf, seen } from './check.ts';

/** What a caller sent and where it must not turn up. */

/** Texts of the row's requests by which a caller could be known again. */
const identifying = ({ exchanges, memory }: Scene): string[] => {
  const headers = exchanges.flatMap(({ request }) =>
    ['user-agent', 'x-forwarded-for', 'cookie', 'referer'].map((name) => request.headers[name] ?? ''),
  );
  return [...memory.canaries, ...headers].filter((text) => text.length > 5);
};

async function foundNowhere(scene: Scene, needles: readonly string[]): Promise<void> {
  hold(needles.length > 0, 'nothing to look for was sent');
  const inside = seen(scene.lab.inside, 'files, logs and metrics');
  const hits = await searchFor(needles, {
    folder: inside.dataDir,
    texts: {
      output: inside.output(),
      metrics: await (await fetch(inside.metricsUrl)).text(),
      ...(await documentsOf(scene.lab.url)),
    },
  });
  hold(hits.length === 0, `found in ${[...new Set(hits.map(({ place }) => place))].join(', ')}`);
}

const echoes = ({ exchanges, memory }: Scene): void => {
  hold(memory.canaries.size > 0, 'no canary was sent');
  for (const exchange of exchanges)
    for (const canary of memory.canaries)
      hold(!everything(exchange).includes(canary), 'the answer contains what was sent');
};

export const PRIVACY: Checks = {
  'what was sent, in files, logs, metrics or documents': (scene) => foundNowhere(scene, identifying(scene)),
  'the payment in files, logs, metrics or documents': (scene) =>
    foundNowhere(
      scene,
      [...scene.memory.headers].map((header) => header.slice(0, 200)),
    ),
  'what was sent, in the answer': echoes,
  'payloadPreview in the answer': each((exchange) =>
    hold(
      !('payloadPreview' in jsonOf(exchange)) && !exchange.text.includes('078-05-1120'),
      'the preview came back',
    ),
  ),
  'a free answer, whatever payment is attached': each((exchange) => {
    hold(exchange.status === 200, 'it is not free');
    hold(exchange.headers.get('payment-response') === null, 'it speaks of a payment');
  }),
};
