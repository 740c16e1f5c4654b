import { randomBytes } from 'node:crypto';
import type { PaymentRequired } from '@x402/core/types';
import { concat, encodeAbiParameters, type Hex, type PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Authorization } from '../../src/values/payment.ts';
import {
  challengeOf,
  type Draft,
  freshNonce,
  type Payload,
  payloadFor,
  withIdentifier,
} from '../support/payments.ts';
import type { Lab } from './lab.ts';

/** Payments to attack with. `{{sig:ROUTE name=value …}}` in a row; each option is a row of OPTIONS. */

export const PAID_ROUTES: Readonly<
  Record<string, { readonly method: 'GET' | 'POST'; readonly path: string }>
> = {
  'oc-get': { method: 'GET', path: '/api/opportunity-check' },
  'oc-post': { method: 'POST', path: '/api/opportunity-check' },
  audit: { method: 'POST', path: '/api/agent-revenue-audit' },
  ledger: { method: 'GET', path: '/api/agent-commerce-reliability-ledger' },
  witness: { method: 'GET', path: '/api/x402-compatibility-witness' },
};

const ATTACKER = '0x00000000000000000000000000000000000bad01';
const LOOK_ALIKE_TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02914';
const ERC_6492_MAGIC: Hex = `0x${'6492'.repeat(16)}`;
const MAX_UINT256 = 2n ** 256n - 1n;

/** What the options of one payment add up to. */
interface Building {
  payer: PrivateKeyAccount;
  /** Changes to the challenge's entry before signing: the signature is made over the changed terms. */
  accept: Record<string, unknown>;
  readonly authorization: { -readonly [K in keyof Authorization]?: string };
  signer?: PrivateKeyAccount;
  chainId?: number;
  readonly tamper: ((payload: Payload) => void)[];
  /** Done with the finished payload before it is handed out. */
  readonly before: ((payload: Payload, lab: Lab) => Promise<void>)[];
}

const stranger = () => privateKeyToAccount(generatePrivateKey());
const hex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;
const setSignature = (signature: (now: Hex) => unknown) => (building: Building) =>
  void building.tamper.push(({ payload }) => {
    payload.signature = signature(payload.signature as Hex);
  });
const setAccepted = (changes: (accepted: Record<string, unknown>) => void) => (building: Building) =>
  void building.tamper.push(({ accepted }) => changes(accepted));

const BAD_SIGNATURES: Readonly<Record<string, unknown>> = {
  zero: `0x${'00'.repeat(65)}`,
  empty: '0x',
  '64': hex(64),
  '66': hex(66),
  absent: undefined,
};

const BAD_IDENTIFIERS: Readonly<Record<string, unknown>> = {
  short: 'x'.repeat(15),
  long: 'x'.repeat(129),
  spaces: 'has spaces in the middle',
  unicode: 'identifiér-0123456789',
  array: ['pay_0123456789abcdef'],
  empty: '',
};

type Option = (building: Building, value: string, context: { lab: Lab; seconds: number }) => void;

const OPTIONS: Readonly<Record<string, Option>> = {
  /** What is signed; what is no number of the type is put in after signing. */
  value: (building, value) => {
    if (/^\d+$/.test(value)) building.authorization.value = value;
    else building.tamper.push(({ payload }) => Object.assign(payload.authorization, { value }));
  },
  accepted: (building, value) =>
    setAccepted((accepted) => Object.assign(accepted, { amount: value }))(building),
  to: (building) => {
    building.authorization.to = ATTACKER;
  },
  payTo: (building) => setAccepted((accepted) => Object.assign(accepted, { payTo: ATTACKER }))(building),
  asset: (building) => {
    building.accept.asset = LOOK_ALIKE_TOKEN;
  },
  network: (building, value) => {
    building.chainId = Number(value.split(':')[1] ?? 8453);
    setAccepted((accepted) => Object.assign(accepted, { network: value }))(building);
  },
  scheme: (building, value) =>
    setAccepted((accepted) => Object.assign(accepted, { scheme: value }))(building),
  atm: (building, value) =>
    setAccepted((accepted) =>
      Object.assign(accepted, { extra: { ...(accepted.extra as object), assetTransferMethod: value } }),
    )(building),
  'extra.facilitator': (building, value) =>
    void building.tamper.push((payload) =>
      Object.assign(payload.extensions ?? {}, { facilitator: { info: { url: value } } }),
    ),
  resource: (building, value, { lab }) =>
    void building.tamper.push((payload) => Object.assign(payload, { resource: { url: lab.url + value } })),
  /** A named key or nobody's: the payer stays who it says it is. */
  sig: (building, value) => {
    if (value === 'otherkey') building.signer = stranger();
    else if (value in BAD_SIGNATURES) setSignature(() => BAD_SIGNATURES[value])(building);
    else throw new Error(`no such signature: ${value}`);
  },
  siglen: (building, value) => setSignature(() => hex(Number(value)))(building),
  /** ERC-6492: a factory call of the attacker's choosing in front of a good signature. */
  erc6492: (building) =>
    setSignature((signature) =>
      concat([
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
          [ATTACKER, hex(68), signature],
        ),
        ERC_6492_MAGIC,
      ]),
    )(building),
  emptyWallet: (building) => {
    building.payer = stranger();
  },
  /** The same authorization nonce, spent at another seller before we see it. */
  nonceUsedElsewhere: (building) => {
    const nonce = freshNonce();
    building.authorization.nonce = nonce;
    building.before.push(async (_payload, lab) => {
      const required = await challengeOf(lab.url + PAID_ROUTES['oc-get']!.path);
      const elsewhere = await payloadFor(required, building.payer, {
        authorization: { to: ATTACKER, nonce },
      });
      await lab.chain!.tools.broadcast(elsewhere);
    });
  },
  /** The very authorization, mined before anybody showed it to us. */
  broadcastFirst: (building) =>
    void building.before.push((payload, lab) => lab.chain!.tools.broadcast(payload)),
  validBefore: (building, value, { seconds }) => {
    building.authorization.validBefore =
      value === 'max' ? String(MAX_UINT256) : String(seconds + Number(value));
  },
  validAfter: (building, value, { seconds }) => {
    building.authorization.validAfter = String(seconds + Number(value));
  },
  id: (building, value) =>
    void building.tamper.push(withIdentifier(value in BAD_IDENTIFIERS ? BAD_IDENTIFIERS[value] : value)),
};

/** Options that say how the payment is remembered or spelt, not what is in it. */
const SPELLINGS: ReadonlySet<string> = new Set(['fixed', 'copied', 'nopad', 'v1', 'b64url', 'fresh-each']);

export async function buildPayload(
  lab: Lab,
  required: PaymentRequired,
  options: ReadonlyMap<string, string>,
): Promise<Payload> {
  const seconds = Math.floor((Date.now() + lab.aheadMs) / 1_000);
  const building: Building = { payer: payerOf(lab), accept: {}, authorization: {}, tamper: [], before: [] };
  for (const [name, value] of options) {
    const option = OPTIONS[name];
    if (!option && !SPELLINGS.has(name)) throw new Error(`no such payment option: ${name}`);
    option?.(building, value, { lab, seconds });
  }
  const terms = structuredClone(required);
  Object.assign(terms.accepts[0]!, building.accept);
  const moved = lab.aheadMs === 0 ? {} : windowAt(seconds, terms);
  const draft: Draft = {
    authorization: { ...moved, ...building.authorization },
    tamper: (payload) => {
      for (const tamper of building.tamper) tamper(payload);
    },
    ...(building.signer && { signer: building.signer }),
    ...(building.chainId !== undefined && { chainId: building.chainId }),
  };
  const payload = await payloadFor(terms, building.payer, draft);
  for (const work of building.before) await work(payload, lab);
  return payload;
}

/** Good by the moved clock and by one that was not: a facilitator's is somebody else's. */
const windowAt = (seconds: number, { accepts }: PaymentRequired): Partial<Authorization> => ({
  validAfter: String(Math.min(seconds, Math.floor(Date.now() / 1_000)) - 600),
  validBefore: String(seconds + accepts[0]!.maxTimeoutSeconds),
});

/** A funded buyer where the chain lends one; otherwise nobody's key, and every payment is one from an empty wallet. */
const payerOf = ({ chain }: Lab): PrivateKeyAccount => chain?.tools.buyer(0) ?? stranger();

/** JSON in base64 that ends with padding, so that taking the padding away is another spelling. */
export function encodePadded(value: unknown): string {
  let text = JSON.stringify(value);
  while (Buffer.byteLength(text) % 3 === 0) text += ' ';
  return Buffer.from(text).toString('base64');
}

/** The same in the URL-safe alphabet, with at least one character that the ordinary alphabet does not have. */
export function encodeUrlSafe(value: unknown): string {
  for (const lead of ['', ' ', '  ']) {
    const encoded = Buffer.from(lead + JSON.stringify(value)).toString('base64url');
    if (/[-_]/.test(encoded)) return encoded;
  }
  throw new Error('this payment has the same spelling in both alphabets');
}

/** The version 1 envelope around the same authorization. */
export const asVersion1 = ({ payload }: Payload): object => ({
  x402Version: 1,
  scheme: 'exact',
  network: 'base',
  payload,
});
