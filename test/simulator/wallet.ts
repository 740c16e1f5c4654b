import { createHash } from 'node:crypto';
import { authorizationHash } from '../../src/adapters/evm/eip3009.ts';
import type { Offer } from '../../src/values/payment.ts';
import type { SignedTransfer } from './token-chain.ts';

/**
 * Buyers are contract wallets (ERC-1271): the settler's own code then asks the chain whether a signature is the
 * payer's, and a run needs no elliptic curve (2 ms each). A signature is a MAC over the real EIP-712 digest, so one
 * for other terms, another domain or another payer is refused. 67 bytes, so that nobody takes it for an ECDSA one.
 */
export class Wallets {
  private readonly secrets = new Map<string, string>();
  private readonly digests = new Map<string, string>();

  create(address: string, secret: string): void {
    this.secrets.set(address, secret);
  }

  sign(
    offer: Pick<Offer, 'network' | 'asset' | 'extra'>,
    fields: Omit<SignedTransfer, 'signature'>,
  ): SignedTransfer {
    const digest = this.digestOf(offer, fields);
    this.digests.set(fieldsOf(fields), digest);
    return { ...fields, signature: this.mac(fields.from, digest) };
  }

  private digestOf(
    offer: Pick<Offer, 'network' | 'asset' | 'extra'>,
    fields: Omit<SignedTransfer, 'signature'>,
  ): string {
    const authorization = {
      from: fields.from,
      to: fields.to,
      value: String(fields.value),
      validAfter: String(fields.validAfter),
      validBefore: String(fields.validBefore),
      nonce: fields.nonce,
    };
    return authorizationHash(offer, { authorization, signature: '0x' });
  }

  /** ERC-1271: does the wallet at `payer` accept this signature for this digest? */
  accepts(payer: string, digest: string, signature: string): boolean {
    return this.secrets.has(payer) && this.mac(payer, digest) === signature;
  }

  /** What the token checks: the signature is over exactly these fields, in the token's own domain. */
  isSigned(transfer: SignedTransfer): boolean {
    const digest = this.digests.get(fieldsOf(transfer));
    return digest !== undefined && this.accepts(transfer.from, digest, transfer.signature);
  }

  private mac(payer: string, digest: string): string {
    const mac = createHash('sha256')
      .update(`${this.secrets.get(payer)}|${digest}`)
      .digest('hex');
    return `0x${mac}${mac}123456`;
  }
}

const fieldsOf = ({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
}: Omit<SignedTransfer, 'signature'>): string => [from, to, value, validAfter, validBefore, nonce].join('|');
