import { z } from 'zod';
import { fromBase58 } from '../../values/base58.ts';
import { issueSaying } from '../../values/text.ts';

/** What was signed: each has an end of its own, and another question that a node answers about it. */
export const SIGNED_KINDS = ['eip3009', 'solana_transaction', 'tempo_transaction'] as const;
export type SignedKind = (typeof SIGNED_KINDS)[number];

export const RECOVERY_DECISIONS = {
  resend_same: 'Send the same payment with the same request again: it can be charged once at the most.',
  wait_until: 'Do nothing that moves money before `until`, then ask for a plan again.',
  read_chain: 'Run the call under `read` on a node of yours, then ask for a plan again with its answer.',
  sign_anew_is_safe: 'The old payment moved nothing and never will: a new one is no second charge.',
  ask_seller: 'Send `message` to the seller. Do not sign another payment for the same purchase meanwhile.',
} as const;
export type RecoveryDecision = keyof typeof RECOVERY_DECISIONS;

/** What a read of the chain shows, by what was signed. */
export const FOUND = {
  eip3009: ['unused', 'used', 'transferred', 'canceled'],
  solana_transaction: ['absent', 'succeeded', 'failed'],
  tempo_transaction: ['absent', 'succeeded', 'failed'],
} as const satisfies Record<SignedKind, readonly string[]>;
export type ChainFound = (typeof FOUND)[SignedKind][number];

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const HASH = /^(?:0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/;
const described = (pattern: RegExp, description: string) => z.string().regex(pattern).meta({ description });
const address = (description: string) => described(ADDRESS, description);

/** Epoch seconds; as stock clients write them, a decimal string too, of which one may mean "never". */
const seconds = (description: string) =>
  z
    .union([z.int().min(0), z.string().regex(/^[0-9]{1,78}$/)])
    .transform((value) => Math.min(Number(value), Number.MAX_SAFE_INTEGER))
    .meta({ description });

/** Whoever has one of these can move money, or is a step nearer to it. Named, so that the refusal can name it. */
const NEVER_SENT = [
  'signature',
  'authorization',
  'payload',
  'payment',
  'paymentSignature',
  'credential',
  'rawTransaction',
  'privateKey',
  'secretKey',
  'mnemonic',
  'seedPhrase',
] as const;
const refusal = issueSaying(
  'invalid_value',
  'Leave this field out: with a signature or a key others can move your money, and the plan needs neither. Nothing of it was kept.',
);
const forbidden = Object.fromEntries(
  NEVER_SENT.map((name) => [
    name,
    z
      .custom<undefined>((value) => value === undefined, refusal)
      .optional()
      .meta({ not: {}, description: 'Never send it: a call with it is refused.' }),
  ]),
) as unknown as { [K in (typeof NEVER_SENT)[number]]: z.ZodOptional<z.ZodCustom<undefined>> };

const NEEDED: Readonly<Record<SignedKind, readonly string[]>> = {
  eip3009: ['nonce', 'validBefore'],
  solana_transaction: ['signedAt', 'recentBlockhash', 'lifetime'],
  tempo_transaction: ['signedAt', 'transaction'],
};

/** Later than any: a time in milliseconds would put every end far away. */
const LATEST_SECONDS = 100_000_000_000;

/** `faultsOf` in JSON Schema, so that a body that fits the published one is not refused for which fields go together. */
const TOGETHER = [
  ...SIGNED_KINDS.map((kind) => {
    const isSolana = kind === 'solana_transaction';
    const ofNetwork = { pattern: isSolana ? '^[1-9A-HJ-NP-Za-km-z]' : '^0x' };
    return {
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        required: NEEDED[kind],
        properties: {
          network: { pattern: isSolana ? '^solana:' : '^eip155:' },
          ...{ asset: ofNetwork, payer: ofNetwork, recipient: ofNetwork, transaction: ofNetwork },
          answer: {
            properties: { found: { enum: FOUND[kind] }, ...(kind !== 'eip3009' && { result: false }) },
          },
        },
      },
    };
  }),
  {
    if: { properties: { phase: { const: 'answered' } }, required: ['phase'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['lastStatus'] },
  },
  {
    properties: Object.fromEntries(
      ['validAfter', 'signedAt'].map((name) => [
        name,
        { maximum: LATEST_SECONDS, pattern: '^0*(?:[0-9]{1,11}|100000000000)$' },
      ]),
    ),
  },
];

const answer = z
  .strictObject({
    result: z
      .string()
      .regex(/^0x(?:[0-9a-fA-F]{2}){0,1024}$/)
      .meta({ description: '`result` of the `authorization_state` call, as the node gave it.' })
      .optional(),
    found: z.enum([...FOUND.eip3009, ...FOUND.solana_transaction]).optional(),
    block: z.enum(['finalized', 'latest']).meta({ description: 'Which block the node was asked about.' }),
    blockNumber: z.int().min(0).meta({ description: 'Its number; on Solana its slot.' }).optional(),
    blockTime: z.int().min(0).meta({ description: 'Its own time, in epoch seconds.' }).optional(),
    blockhashValid: z
      .boolean()
      .meta({ description: 'Solana: what `isBlockhashValid` said at that slot.' })
      .optional(),
    everyBlock: z
      .boolean()
      .meta({ description: 'Tempo: every block of the window was looked at, by its number.' })
      .optional(),
  })
  .refine(
    ({ result, found, blockNumber, blockTime }) =>
      result !== undefined
        ? found === undefined && blockNumber === undefined && blockTime === undefined
        : found !== undefined && blockNumber !== undefined && blockTime !== undefined,
    { error: 'give result, or found with blockNumber and blockTime: a read without its block says nothing' },
  )
  .meta({
    description: 'What the call of an earlier plan answered.',
    oneOf: [
      {
        required: ['result'],
        not: { anyOf: [{ required: ['found'] }, { required: ['blockNumber'] }, { required: ['blockTime'] }] },
      },
      { required: ['found', 'blockNumber', 'blockTime'], not: { required: ['result'] } },
    ],
  });

export const requestSchema = z
  .strictObject({
    kind: z.enum(SIGNED_KINDS).meta({
      description:
        'What was signed: an EIP-3009 authorization (x402 `exact` on EVM networks; not Permit2, whose state is elsewhere), a Solana transaction (x402 `exact` on Solana), or a Tempo transaction (MPP).',
    }),
    network: described(/^(?:eip155:[1-9][0-9]{0,17}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/, 'CAIP-2 id.'),
    asset: address('Token that was to be paid.'),
    payer: address('Whose money it is.'),
    recipient: address('Who was to be paid.').optional(),
    amount: described(/^[0-9]{1,78}$/, 'Atomic units.').optional(),
    nonce: described(/^0x[0-9a-fA-F]{64}$/, 'Of the authorization. Needed for eip3009.').optional(),
    validAfter: seconds('Of the authorization, in epoch seconds.').optional(),
    validBefore: seconds(
      'When what was signed ends, in epoch seconds. Needed for eip3009; a Tempo transaction without one never ends.',
    ).optional(),
    signedAt: seconds(
      'When it was signed, in epoch seconds. Needed for a Solana or Tempo transaction.',
    ).optional(),
    recentBlockhash: described(
      /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
      'Solana: the block hash that the message names.',
    ).optional(),
    lifetime: z
      .enum(['recent_blockhash', 'durable_nonce'])
      .meta({ description: 'Solana: a transaction on a durable nonce does not end by itself.' })
      .optional(),
    transaction: described(
      HASH,
      'Id or hash of the transaction, if you know it. Needed for tempo_transaction.',
    ).optional(),
    sponsored: z
      .boolean()
      .meta({
        description:
          'tempo_transaction: whether somebody else pays its fee. It is mined under another hash then.',
      })
      .optional(),
    phase: z.enum(['not_sent', 'sent', 'answered']).meta({
      description:
        '`not_sent`: surely nobody but you ever had it. `sent`: it may have left your machine. `answered`: an answer came.',
    }),
    lastStatus: z
      .int()
      .min(100)
      .max(599)
      .meta({ description: 'HTTP status of the last answer. Needed for answered.' })
      .optional(),
    answer: answer.optional(),
    ...forbidden,
  })
  .superRefine((input, context) => {
    for (const [path, message] of faultsOf(input))
      context.addIssue({ code: 'custom', path: path.split('.'), message, params: { code: 'invalid_value' } });
  })
  .meta({ title: 'PaymentRecoveryRequest', allOf: TOGETHER });

interface Given {
  readonly kind: SignedKind;
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly recipient?: string | undefined;
  readonly nonce?: string | undefined;
  readonly validAfter?: number | undefined;
  readonly validBefore?: number | undefined;
  readonly signedAt?: number | undefined;
  readonly recentBlockhash?: string | undefined;
  readonly lifetime?: 'recent_blockhash' | 'durable_nonce' | undefined;
  readonly transaction?: string | undefined;
  readonly phase: string;
  readonly lastStatus?: number | undefined;
  readonly answer?:
    | { readonly result?: string | undefined; readonly found?: ChainFound | undefined }
    | undefined;
}

/** Which fields go together. */
function* faultsOf(given: Given): Generator<readonly [path: string, message: string]> {
  const { kind, network, transaction, payer, answer: read } = given;
  const isSolana = kind === 'solana_transaction';
  if (network.startsWith('solana:') !== isSolana) yield ['network', 'is no network of this kind'];
  for (const name of ['asset', 'payer', 'recipient'] as const)
    if (given[name] !== undefined && given[name].startsWith('0x') === isSolana)
      yield [name, 'is no address of this network'];
  for (const name of NEEDED[kind])
    if (given[name as keyof Given] === undefined) yield [name, 'is needed for this kind of payment'];
  if (given.phase === 'answered' && given.lastStatus === undefined)
    yield ['lastStatus', 'is needed: which status came'];
  for (const name of ['validAfter', 'signedAt'] as const)
    if ((given[name] ?? 0) > LATEST_SECONDS) yield [name, 'must be epoch seconds, not milliseconds'];
  if (transaction !== undefined && transaction.startsWith('0x') === isSolana)
    yield ['transaction', 'is no transaction of this network'];
  if (isSolana && transaction !== undefined && isKeyOf(payer, transaction))
    yield ['transaction', refusal.error];
  if (read?.found !== undefined && !(FOUND[kind] as readonly string[]).includes(read.found))
    yield ['answer.found', 'is no answer about this kind of payment'];
  if (read?.result !== undefined && kind !== 'eip3009') yield ['answer.result', 'is for eip3009 only'];
}

/** A Solana secret key has the length of a transaction's id, and ends with its own address. */
function isKeyOf(payer: string, transaction: string): boolean {
  const [bytes, own] = [fromBase58(transaction, 64), fromBase58(payer, 32)];
  return own?.every((byte, i) => byte === bytes?.[32 + i]) ?? false;
}

export type RecoveryRequest = z.output<typeof requestSchema>;

export const responseSchema = z
  .looseObject({
    decision: z.enum(Object.keys(RECOVERY_DECISIONS) as [RecoveryDecision]),
    does: z.string(),
    state: z.string().meta({ description: 'Which rule of the state machine decided.' }),
    reason: z.string(),
    until: z.string().nullable().meta({ description: 'RFC 3339: when to go on, for wait_until.' }),
    oldPayment: z.enum(['can_settle', 'cannot_settle', 'settled', 'not_known']),
    moneyMoved: z.enum(['no', 'maybe', 'yes']),
    endsAt: z.string().nullable().meta({ description: 'When what was signed ends; null: not by itself.' }),
    answer: z
      .object({ counts: z.boolean(), why: z.string() })
      .nullable()
      .meta({ description: 'Whether the answer that was sent along says anything; null without one.' }),
    read: z.object({
      calls: z.array(
        z.object({
          id: z.string(),
          method: z.string(),
          params: z.array(z.unknown()),
          curl: z.string(),
          howToRead: z.string(),
        }),
      ),
      note: z.string(),
    }),
    message: z.string().meta({ description: 'For the seller. Nothing in it lets anybody move money.' }),
    paymentKey: z.string().nullable().meta({
      description:
        'SHA-256 of `network|asset|payer|nonce`: what POST /api/settlement-status/check of such a seller takes.',
    }),
  })
  .meta({ title: 'PaymentRecoveryPlan' });

export type RecoveryPlan = z.output<typeof responseSchema>;
