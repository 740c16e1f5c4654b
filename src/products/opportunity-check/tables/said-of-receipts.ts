import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { plain, state, thing } from '../../../reading/words/rows.ts';

const HEADERS =
  'receipt,receipt header,payment response header,payment response,x payment response header,settlement header,settlement response,response header';
const SOMEBODY_ELSES =
  "somebody else's key,someone else's key,another key,a different key,the wrong key,a wrong key,an unknown key,a key we don't know,a key i don't know,another party's key,not their key,not the seller's key";
const VALIDITY =
  'validuntil of the offer,valid until of the offer,validuntil,valid until,expiry,expiry date,expiry of the offer';
const PASSED = cross(
  VALIDITY,
  'has passed,passed,is past,is over,ran out,has run out,lies behind us,was yesterday',
);

/** Receipts, offers and their signatures. */
export const SAID_OF_RECEIPTS: readonly ConceptRow[] = [
  state(
    'NORECEIPT',
    cross(
      'came without a,came without any,came without,came back without a,came back without any,comes without a,comes without any,arrived without a,arrived without any,arrived without,returned without a,returned without any,answered without a,answered without any,responded without a,responded without any,came with no,came back with no,arrived with no,comes with no,carried no,had no',
      HEADERS,
    ),
  ),
  state('VERFAIL', `${SOMEBODY_ELSES}, belongs to somebody else, belongs to someone else`),
  thing('OFFER', 'nothing in the challenge is signed, nothing in the 402 is signed'),
  state('UNSIGNED', 'nothing in the challenge is signed, nothing in the 402 is signed'),
  state('EXPIRED', PASSED),
  thing('VALIDITY', PASSED),
  plain(
    'VERIFIED',
    "verifier accepted, our verifier accepted, accepted by our verifier, recovered signer equals the seller's address, recovered signer equals, signer equals the seller's address, signer equals, signer is the seller",
  ),
  plain('RECEIPT', 'settlement receipt'),
  state(
    'UNSIGNED',
    'nobody signed it, no one signed it, nobody has signed it, without anybody having signed it',
  ),
  thing('SIGNATURE', 'sig, sigs, jws signature, jwt signature'),
  thing('OFFER', 'offer sig, signed offer object'),
  thing('RECEIPT', 'receipt sig'),
  state(
    'EXPIRED',
    cross(
      'valid until,valid only until,only valid until,was good until,was good till,valid till,valid through,only until,only till,until,till',
      'yesterday,last night,last week,last month,earlier today,the day before yesterday',
    ),
  ),
  plain(
    'VERIFIED',
    'signature check passed, sig check passed, check passed, checks passed, returned true, verify returned true, verifyreceipt, verify ok, verification true, could verify, was able to verify, were able to verify, managed to verify',
  ),
  state(
    'VERFAIL',
    'signature check failed, sig check failed, verify returned false, verification false, key not found, kid not found, no such kid, unknown kid, tampered, tampered with, was altered',
  ),
];
