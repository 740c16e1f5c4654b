import { createPrivateKey, sign } from 'node:crypto';
import { canonicalJson } from '../values/digest.ts';
import { BASE_NETWORK, LAB_EPOCH, LAB_SELLER, LAB_USDC, PAID_PATH, SELLER_HOST } from './terms.ts';

/** Signed offers of the scripted seller (extension `offer-receipt`, compact JWS, Ed25519). The key is public: 32 bytes of 7. */
const PKCS8 = '302e020100300506032b657004220420';
const KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from(PKCS8, 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});
const DID = 'did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z';

const base64Url = (value: object): string => Buffer.from(canonicalJson(value)).toString('base64url');

/** The extension as a challenge carries it: one offer for `amount`. `forged`: its signature is of other bytes. */
export function offerExtension(amount: string, forged = false): Readonly<Record<string, unknown>> {
  const header = base64Url({ alg: 'EdDSA', kid: `${DID}#${DID.slice('did:key:'.length)}` });
  const payload = base64Url({
    version: 1,
    resourceUrl: `http://${SELLER_HOST}${PAID_PATH}`,
    scheme: 'exact',
    network: BASE_NETWORK,
    asset: LAB_USDC,
    payTo: LAB_SELLER,
    amount,
    validUntil: LAB_EPOCH + 300,
  });
  const signed = `${header}.${payload}`;
  const signature = sign(null, Buffer.from(forged ? `${signed}.` : signed), KEY).toString('base64url');
  return {
    'offer-receipt': {
      info: { offers: [{ format: 'jws', signature: `${signed}.${signature}` }] },
      schema: {},
    },
  };
}
