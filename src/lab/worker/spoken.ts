import { z } from 'zod';
import { BUYER, PAID_PATH, REQUEST_BODY, SELLER_HOST } from '../terms.ts';
import { CHAIN_URL } from './guards.ts';
import type { CaseOrder } from './messages.ts';

/** What the lab and a client of any language say to each other: one line of JSON each way, for each case. */

const MESSAGE_KEPT = 160;

/** A worker's answer. `signed` counts at the key, so it includes what never left the process. */
export const reportSchema = z
  .strictObject({
    /** Which case it is of, as it was given. */
    case: z.string(),
    signed: z.int().min(0),
    nonces: z.int().min(0),
    /** What the caller got: a status whose body was read, or an error, or both. */
    status: z.int().nullable(),
    error: z.strictObject({ name: z.string(), message: z.string() }).nullable(),
    /** What the client says of the call in words of its own, if anything. */
    told: z.string().optional(),
  })
  .transform(({ case: caseId, signed, nonces, status, error, told }) => ({
    caseId,
    signed,
    nonces,
    statusSeen: status,
    error: error && {
      name: error.name,
      messagePrefix: error.message.replace(/\s+/g, ' ').slice(0, MESSAGE_KEPT),
    },
    ...(told === undefined ? {} : { told: told.slice(0, MESSAGE_KEPT) }),
  }));

/** One case as a worker reads it. `ask` is what the caller does with the client; a member that is absent is not asked. */
export const caseFor = ({ caseId, ask, now, wanted }: Omit<CaseOrder, 'kind'>) => ({
  case: caseId,
  url: `http://${SELLER_HOST}${wanted?.path ?? PAID_PATH}`,
  chain: CHAIN_URL,
  key: BUYER.privateKey,
  /** Unix seconds at which the client's clock is to stand. */
  now: now / 1_000,
  body: wanted?.body ?? REQUEST_BODY,
  ask,
});
