import type { HeaderOf } from '../gate/rails/rail.ts';
import { OPERATOR_HEADER } from '../values/headers.ts';
import type { Answer, Handler } from './answer.ts';
import { declaresOver } from './body.ts';
import { isBrowser } from './for-people.ts';
import type { LimitKind } from './limits.ts';
import { type Awaiting, type Glance, plainly, type Written } from './standing.ts';

/** What the quick way needs of an app. */
interface Ways {
  readonly handlerOf: (method: string, path: string) => Handler | undefined;
  readonly overRate: (address: string | undefined, kind: LimitKind) => Answer | undefined;
  /** Counts and logs an answer, and writes it down. */
  readonly say: (method: string, path: string, answered: Answer, startedAt: number) => Written;
  readonly now: () => number;
}

/** Answers what stands ready; undefined: nothing has happened yet, and the long way answers. */
export const quickWay =
  ({ handlerOf, overRate, say, now }: Ways) =>
  (glance: Glance): Written | Awaiting | undefined => {
    const { method, header, address } = glance;
    const plain = plainly(glance);
    // What the operator's token changes is for the long way to say.
    if (!plain || header(OPERATOR_HEADER) !== undefined) return undefined;
    const { path, asked, hasBody } = plain;
    const handler = handlerOf(method, path);
    const ready = hasBody && !takes(handler, header) ? undefined : handler?.standing?.(asked);
    if (!ready) return undefined;
    const startedAt = now();
    const kind = handler!.standingKind ?? 'other';
    const over = kind === 'unlimited' ? undefined : overRate(address, kind);
    // A person is refused with a page.
    if (over && isBrowser(header('accept'))) return undefined;
    if (over || !hasBody) return say(method, path, over ?? ready, startedAt);
    const { maxBytes, tooLarge, counted } = handler!.anyBody!;
    const taken = (body: Uint8Array | undefined) =>
      say(method, path, body ? counted(ready, asked, body) : tooLarge, startedAt);
    return { maxBytes, taken };
  };

const takes = (handler: Handler | undefined, header: HeaderOf): boolean =>
  handler?.anyBody !== undefined && !declaresOver(header, handler.anyBody.maxBytes);
