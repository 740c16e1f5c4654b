import { RELEASE } from '../release.ts';
import { standingOf, type Words } from './conditions.ts';

interface Standing {
  readonly recovered: boolean;
  readonly draining: boolean;
}

/** What does not hold on any node alike answers 200: redelivery goes on, and a balancer must not drop a node for it. */
export function readiness({ recovered, draining }: Standing, words: Words | undefined) {
  const { ok, status } = standingOf(words);
  const serves = recovered && !draining;
  return {
    ok: serves && ok,
    body: {
      status: draining ? 'draining' : recovered ? status : 'recovering',
      release: RELEASE,
      ...(words && { conditions: words }),
    },
  };
}
