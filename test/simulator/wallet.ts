import { hash } from 'node:crypto';
import { domainSeparator, type Hex, keccak256, stringToHex } from 'viem';
import type { Offer } from '../../src/values/payment.ts';
import type { SignedTransfer } from './token-chain.ts';

type Terms = Pick<Offer, 'network' | 'asset' | 'extra'>;

/**
 * Buyers sign without elliptic curves (2 ms each): a signature is a MAC over the real EIP-712 digest, so that one for
 * other terms, another domain or another payer is refused. They are contract wallets (ERC-1271), which the service's
 * own code asks the chain about; or ordinary accounts, with 65 bytes that our `recover` knows the signer of.
 */
export class Wallets {
  private readonly secrets = new Map<string, string>();
  private readonly digests = new Map<string, string>();

  /** Whether this run's buyers are contracts. */
  contracts = true;

  create(address: string, secret: string): void {
    this.secrets.set(address, secret);
  }

  sign(offer: Terms, fields: Omit<SignedTransfer, 'signature'>): SignedTransfer {
    const digest = digestOf(offer, fields);
    this.digests.set(fieldsOf(fields), digest);
    return { ...fields, signature: this.mac(fields.from, digest) };
  }

  /** ERC-1271: does the wallet at `payer` accept this signature for this digest? */
  accepts(payer: string, digest: string, signature: string): boolean {
    return this.secrets.has(payer) && this.mac(payer, digest) === signature;
  }

  /** Who signed, as the service's `recover` port asks it: lower-case address or null. */
  readonly recover = async ({
    hash,
    signature,
  }: {
    hash: string;
    signature: string;
  }): Promise<string | null> => {
    const payer = `0x${signature.slice(66, 106)}`;
    return this.accepts(payer, hash, signature) ? payer : null;
  };

  /** What the token checks: the signature is over exactly these fields, in the token's own domain. */
  isSigned(transfer: SignedTransfer): boolean {
    const digest = this.digests.get(fieldsOf(transfer));
    return digest !== undefined && this.accepts(transfer.from, digest, transfer.signature);
  }

  private mac(payer: string, digest: string): string {
    const mac = hash('sha256', `${this.secrets.get(payer)}|${digest}`, 'hex');
    // Nobody takes 67 bytes for an ECDSA signature.
    return this.contracts ? `0x${mac}${mac}123456` : `0x${mac}${payer.slice(2)}${'00'.repeat(13)}`;
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

const TYPE = keccak256(
  stringToHex(
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  ),
);
const separators = new Map<string, Hex>();

/** EIP-712 by hand, so that the service's own digest is checked against another implementation. */
function digestOf(
  offer: Terms,
  { from, to, value, validAfter, validBefore, nonce }: Omit<SignedTransfer, 'signature'>,
): string {
  let separator = separators.get(offer.asset);
  if (!separator) {
    const { name, version } = offer.extra;
    separator = domainSeparator({
      domain: {
        name: name!,
        version: version!,
        chainId: Number(offer.network.split(':')[1]),
        verifyingContract: offer.asset as Hex,
      },
    });
    separators.set(offer.asset, separator);
  }
  const word = (of: number | string) =>
    (typeof of === 'number' ? of.toString(16) : of.slice(2)).padStart(64, '0');
  const struct = keccak256(`${TYPE}${[from, to, value, validAfter, validBefore, nonce].map(word).join('')}`);
  return keccak256(`0x1901${separator.slice(2)}${struct.slice(2)}`);
}
