import type { JSONWebKeySet } from 'jose';
import type { Signer } from '../../ports.ts';
import { didWeb } from '../../values/did.ts';
import type { SigningKeys } from '../signing-keys.ts';
import { type Ed25519Jwk, importEd25519, thumbprintOf, verifiedBy } from './web-signer.ts';

/**
 * The origin's keys and those of its edge as one: offers that the edge signed are ours, and whoever reads our key
 * documents can verify them. The origin has the public halves only, and signs with none of them.
 */
export async function withEdgeKeys(
  keys: SigningKeys,
  { keys: edge }: JSONWebKeySet,
  publicUrl: string,
): Promise<SigningKeys> {
  const did = didWeb(publicUrl);
  const named = await Promise.all(
    edge.map(async (jwk) => {
      const { kty, crv, x } = jwk as Ed25519Jwk;
      return { kid: `${did}#${await thumbprintOf({ kty, crv, x })}`, jwk: { kty, crv, x } };
    }),
  );
  const publicKeys = new Map(
    await Promise.all(named.map(async ({ kid, jwk }) => [kid, await importEd25519(jwk, 'verify')] as const)),
  );
  const { signer } = keys;
  const ours = keys.did as { verificationMethod: object[]; assertionMethod: string[] };
  const also: Signer['verify'] = async (jws) =>
    (await signer.verify(jws)) ?? (await verifiedBy(jws, publicKeys));
  return {
    signer: { kid: signer.kid, sign: (payload) => signer.sign(payload), verify: also },
    seal: keys.seal,
    jwks: {
      keys: [...keys.jwks.keys, ...named.map(({ kid, jwk }) => ({ ...jwk, kid, alg: 'EdDSA', use: 'sig' }))],
    },
    did: {
      ...keys.did,
      verificationMethod: [
        ...ours.verificationMethod,
        ...named.map(({ kid, jwk }) => ({
          id: kid,
          type: 'JsonWebKey2020',
          controller: did,
          publicKeyJwk: jwk,
        })),
      ],
      assertionMethod: [...ours.assertionMethod, ...named.map(({ kid }) => kid)],
    },
  };
}
