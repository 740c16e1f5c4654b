import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solanaKeyFromSeed } from '../../adapters/svm/key.ts';
import { amount } from '../../amount.testing.ts';
import type { Offer } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import { USDC_SOLANA } from '../assets.ts';
import { encodeHeader, sampleTerms } from '../testing.ts';
import {
  AT,
  bytes,
  type Draft,
  draftFor,
  IX,
  messageOf,
  signedDraft,
  transferData,
} from './solana.testing.ts';
import { associatedTokenAccount, isSolanaAddress, TOKEN_PROGRAM } from './solana-address.ts';
import { decodeTransaction } from './solana-message.ts';
import { readX402Credential } from './x402-credential.ts';
import { fromBase64, solanaExact } from './x402-svm.ts';

const NOW = 1_795_000_000_000;
const key = (name: string) => solanaKeyFromSeed(new Uint8Array(32).fill(name.charCodeAt(0)));
const [feePayer, seller, buyer, thief] = [key('fee'), key('seller'), key('buyer'), key('thief')];
const BLOCKHASH = key('a block hash').address;
const OTHER = key('other').address;

const offer: Offer = {
  scheme: 'exact',
  network: USDC_SOLANA.network,
  asset: USDC_SOLANA.asset,
  amount: '50000',
  payTo: seller.address,
  maxTimeoutSeconds: 120,
  extra: { feePayer: feePayer.address },
};

const DRAFT = draftFor(offer, buyer.address, BLOCKHASH);
const draft = () => structuredClone(DRAFT);
const read = (transaction: unknown) => solanaExact.read({ transaction }, offer, NOW);
const readDraft = (changed: Draft) => read(signedDraft(changed, buyer, seller, thief, feePayer));
const changed = (change: (draft: Draft) => void): Draft => {
  const copy = draft();
  change(copy);
  return copy;
};
const without = (index: number) => (each: Draft) => void each.instructions.splice(index, 1);
const paidFrom = (payer: string) => (each: Draft) => {
  each.accounts[AT.payer] = payer;
  each.accounts[AT.source] = associatedTokenAccount(payer, offer.asset);
};

/** One instruction more, of a program that may not be there. */
const further = (program: string, accounts: number[], data: Uint8Array) => (each: Draft) => {
  each.accounts.push(program);
  each.instructions.push({ program: each.accounts.length - 1, accounts, data });
};
const SYSTEM = '11111111111111111111111111111111';
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** What a signature of our fee payer must never be got for. */
const ATTACKS: Readonly<Record<string, readonly [DeclineReason, (draft: Draft) => void]>> = {
  'drains the fee payer by a further instruction': [
    'unsupported_transaction',
    further(SYSTEM, [AT.feePayer, AT.payer], bytes([2, 4], [1_000_000_000n, 8])),
  ],
  'drains the fee payer instead of the memo': [
    'unsupported_transaction',
    (each) => {
      each.accounts[AT.memo] = SYSTEM;
      each.instructions[IX.memo] = {
        program: AT.memo,
        accounts: [AT.feePayer, AT.payer],
        data: bytes([2, 4], [1_000_000_000n, 8]),
      };
    },
  ],
  'names the fee payer in the memo': [
    'unsupported_transaction',
    (each) => void each.instructions[IX.memo]!.accounts.push(AT.feePayer),
  ],
  'makes the fee payer the authority': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.transfer]!.accounts[3] = AT.feePayer;
    },
  ],
  'takes the money from the fee payer': ['unsupported_transaction', paidFrom(feePayer.address)],
  'names the fee payer twice among the accounts': [
    'unsupported_transaction',
    (each) => {
      each.accounts[AT.payer] = feePayer.address;
    },
  ],
  'lets somebody else pay the fee': [
    'unsupported_transaction',
    (each) => {
      each.accounts[AT.feePayer] = thief.address;
    },
  ],
  'lets the buyer pay the fee and has us sign second': [
    'unsupported_transaction',
    (each) => {
      [each.accounts[0], each.accounts[1]] = [each.accounts[1]!, each.accounts[0]!];
    },
  ],
  'swaps the authority for an account that did not sign': [
    'unsupported_transaction',
    (each) => {
      each.accounts.push(thief.address);
      each.instructions[IX.transfer]!.accounts[3] = each.accounts.length - 1;
    },
  ],
  'takes the money from another account that the buyer may spend from': [
    'unsupported_transaction',
    (each) => {
      each.accounts[AT.source] = OTHER;
    },
  ],
  'needs a third signature': [
    'unsupported_transaction',
    (each) => {
      each.accounts.splice(2, 0, thief.address);
      each.header[0] = 3;
      each.slots = 3;
      for (const instruction of each.instructions) {
        instruction.program += instruction.program >= 2 ? 1 : 0;
        instruction.accounts = instruction.accounts.map((index) => (index >= 2 ? index + 1 : index));
      }
    },
  ],
  'pays another mint': [
    'wrong_asset',
    (each) => {
      each.accounts[AT.mint] = OTHER;
    },
  ],
  'pays to an account of the buyer': [
    'wrong_recipient',
    (each) => {
      each.instructions[IX.transfer]!.accounts[2] = AT.source;
    },
  ],
  'pays from the recipient to itself': [
    'settlement_refused',
    (each) => {
      paidFrom(seller.address)(each);
      each.accounts[AT.destination] = OTHER;
      each.instructions[IX.transfer]!.accounts[2] = AT.source;
    },
  ],
  "pays to the seller's wallet instead of its token account": [
    'wrong_recipient',
    (each) => {
      each.accounts[AT.destination] = seller.address;
    },
  ],
  'pays to the token account of another mint': [
    'wrong_recipient',
    (each) => {
      each.accounts[AT.destination] = associatedTokenAccount(seller.address, OTHER);
    },
  ],
  'pays one unit less': [
    'amount_too_low',
    (each) => {
      each.instructions[IX.transfer]!.data = transferData(49_999n);
    },
  ],
  'pays one unit more': [
    'amount_too_high',
    (each) => {
      each.instructions[IX.transfer]!.data = transferData(50_001n);
    },
  ],
  'says other decimals': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.transfer]!.data = transferData(50_000n, 9);
    },
  ],
  'transfers unchecked': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.transfer]!.data = bytes([3, 1], [50_000n, 8]);
    },
  ],
  'sets a new owner instead of a transfer': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.transfer]!.data = bytes([6, 1], [2, 1], [1, 1], [0, 7]);
    },
  ],
  'transfers by another token program': [
    'unsupported_transaction',
    (each) => {
      each.accounts[AT.token] = TOKEN_2022;
    },
  ],
  'transfers twice': [
    'unsupported_transaction',
    (each) => void each.instructions.push(structuredClone(each.instructions[IX.transfer]!)),
  ],
  'closes an account in the place of the memo': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.memo] = {
        program: AT.token,
        accounts: [AT.source, AT.payer, AT.payer],
        data: bytes([9, 1]),
      };
    },
  ],
  'adds a second memo': [
    'unsupported_transaction',
    (each) => void each.instructions.push(structuredClone(each.instructions[IX.memo]!)),
  ],
  "adds a wallet's assertion": ['unsupported_transaction', further(LIGHTHOUSE, [AT.source], bytes([0, 1]))],
  'has a memo of 257 bytes': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.memo]!.data = new Uint8Array(257);
    },
  ],
  'has no compute limit': ['unsupported_transaction', without(IX.limit)],
  'has no compute price': ['unsupported_transaction', without(IX.price)],
  'has no transfer': ['unsupported_transaction', without(IX.transfer)],
  'sets the price before the limit': [
    'unsupported_transaction',
    (each) => void each.instructions.splice(0, 2, each.instructions[1]!, each.instructions[0]!),
  ],
  'asks for 60,001 compute units': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.limit]!.data = bytes([2, 1], [60_001n, 4]);
    },
  ],
  'offers a priority fee above the cap': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.price]!.data = bytes([3, 1], [1_000_001n, 8]);
    },
  ],
  'offers the highest priority fee there is': [
    'unsupported_transaction',
    (each) => {
      each.instructions[IX.price]!.data = bytes([3, 1], [2n ** 64n - 1n, 8]);
    },
  ],
  'takes accounts from a lookup table': [
    'unsupported_transaction',
    (each) => void each.lookups.push({ table: OTHER, writable: [0], readonly: [] }),
  ],
  'names an account that nothing needs': [
    'unsupported_transaction',
    (each) => void each.accounts.push(OTHER),
  ],
  'is of version 1': [
    'malformed_payment',
    (each) => {
      each.version = 0x81;
    },
  ],
  'has more slots than signers': [
    'malformed_payment',
    (each) => {
      each.slots = 3;
    },
  ],
};

describe('solanaExact', () => {
  it('reads what a stock client sends', () => {
    const transaction = signedDraft(draft(), buyer);
    expect(read(transaction)).toMatchObject({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      payer: buyer.address,
      validBefore: NOW / 1_000 + 120,
      proof: { kind: 'solana_transaction', transaction },
    });
  });

  it.each([
    [
      'a legacy message',
      (each: Draft) => {
        each.version = undefined;
      },
    ],
    [
      'no memo',
      (each: Draft) => {
        without(IX.memo)(each);
        each.accounts.pop();
      },
    ],
    [
      'a buyer that is writable',
      (each: Draft) => {
        each.header[1] = 0;
      },
    ],
  ])('reads one with %s', (_, change) => {
    expect(readDraft(changed(change))).toHaveProperty('key');
  });

  it.each(Object.entries(ATTACKS))('declines one that %s', (_, [reason, change]) => {
    expect(readDraft(changed(change))).toBe(reason);
  });

  it('knows a payment by its message: other signatures beside it make no second one', () => {
    const keyOf = (transaction: string) => {
      const result = read(transaction);
      return typeof result === 'string' ? result : result.key;
    };
    const one = keyOf(signedDraft(draft(), buyer));
    expect(keyOf(signedDraft(draft(), buyer, feePayer))).toBe(one);
    expect(keyOf(signedDraft(draft()))).toBe(one);
    expect(keyOf(signedDraft(draftFor(offer, buyer.address, BLOCKHASH, 'another'), buyer))).not.toBe(one);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['no base64', '%%%'],
    ['base64 with a tail', `${signedDraft(draft(), buyer)}AAAA`],
    ['the bytes of nothing', ''],
    ['a packet above 1,232 bytes', btoa('\u0002'.repeat(1_233))],
  ])('declines %s', (_, transaction) => {
    expect(read(transaction)).toBe('malformed_payment');
  });

  it('declines members that the payload does not have', () => {
    const payload = { transaction: signedDraft(draft(), buyer), signature: 'x' };
    expect(solanaExact.read(payload, offer, NOW)).toBe('malformed_payment');
  });

  it('is at least as strict as the official facilitator, whatever is changed', async () => {
    const facilitator = new ExactSvmScheme({
      getAddresses: () => [feePayer.address],
      // Static checks only: a simulation that always succeeds hides nothing.
      simulateTransaction: async () => {},
    } as unknown as ConstructorParameters<typeof ExactSvmScheme>[0]);
    const accepts = async (transaction: string) => {
      const requirements = { ...offer, extra: { ...offer.extra } };
      const payload = { x402Version: 2, accepted: requirements, payload: { transaction } };
      return (await facilitator.verify(payload, requirements)).isValid;
    };
    expect(await accepts(signedDraft(draft(), buyer))).toBe(true);
    let [accepted, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(mutations, async (list) => {
        const transaction = signedDraft(
          changed((each) => {
            for (const mutate of list) mutate(each);
          }),
          buyer,
          thief,
        );
        if (typeof read(transaction) === 'string') refused++;
        else {
          accepted++;
          expect(await accepts(transaction)).toBe(true);
        }
      }),
      { numRuns: amount(100, 800) },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(amount(20, 50));
  });
});

/** Changes that keep the form of a transaction and alter one thing in it. */
const mutations = fc.array(
  fc.oneof(
    fc
      .tuple(fc.nat(7), fc.constantFrom(OTHER, thief.address, SYSTEM, TOKEN_2022, LIGHTHOUSE))
      .map(([index, address]) => (each: Draft) => {
        each.accounts[index] = address;
      }),
    fc.tuple(fc.nat(3), fc.nat(9), fc.nat(255)).map(([instruction, at, byte]) => (each: Draft) => {
      const data = each.instructions[instruction]?.data;
      if (data && at < data.length) data[at] = byte;
    }),
    fc.tuple(fc.nat(3), fc.nat(4), fc.nat(8)).map(([instruction, at, index]) => (each: Draft) => {
      const accounts = each.instructions[instruction]?.accounts;
      if (accounts && at < accounts.length) accounts[at] = index;
    }),
    fc.tuple(fc.nat(3), fc.nat(3)).map(([from, to]) => (each: Draft) => {
      const [moved] = each.instructions.splice(from, 1);
      if (moved) each.instructions.splice(to, 0, moved);
    }),
    fc.string({ maxLength: 300 }).map((memo) => (each: Draft) => {
      if (each.instructions[IX.memo]) each.instructions[IX.memo]!.data = new TextEncoder().encode(memo);
    }),
    fc.nat(2).map((readonlySigners) => (each: Draft) => {
      each.header[1] = readonlySigners;
    }),
  ),
  { minLength: 1, maxLength: 2 },
);

describe('a credential for another recipient than ours', () => {
  const terms = { ...sampleTerms, offers: [offer] };
  const transaction = signedDraft(draft(), buyer, feePayer);
  const readFor = (payTo: string) =>
    readX402Credential(
      encodeHeader({
        x402Version: 2,
        accepted: { ...offer, payTo },
        payload: { transaction },
        extensions: {},
      }),
      terms,
      NOW,
    );

  it.each(['x', `0x${'11'.repeat(20)}`, ''])('is declined, whatever it calls one: "%s"', (payTo) => {
    expect(readFor(payTo)).toEqual({ kind: 'declined', reason: 'wrong_recipient' });
  });

  it('is read on its own terms too, which may have been ours', () => {
    const earlier = { ...terms, offers: [{ ...offer, payTo: thief.address }] };
    const header = encodeHeader({
      x402Version: 2,
      accepted: offer,
      payload: { transaction },
      extensions: {},
    });
    expect(readX402Credential(header, earlier, NOW)).toMatchObject({
      kind: 'declined',
      reason: 'wrong_recipient',
      earlier: { offer: { payTo: seller.address }, payer: buyer.address },
    });
  });
});

describe('decodeTransaction', () => {
  it('never throws, and reads nothing into bytes that are cut or changed', () => {
    const whole = fromBase64(signedDraft(draft(), buyer))!;
    for (let length = 0; length < whole.length; length++)
      expect(decodeTransaction(whole.subarray(0, length))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const bent = whole.slice();
        bent[at] = byte;
        const decoded = decodeTransaction(bent);
        if (decoded) expect(decoded.message.length).toBe(whole.length - 1 - 128);
      }),
      { numRuns: amount(250, 2_000) },
    );
  });

  it('takes the shortest spelling of a length only', () => {
    const whole = fromBase64(signedDraft(draft(), buyer))!;
    const padded = Uint8Array.of(0x82, 0x00, ...whole.subarray(1));
    expect(decodeTransaction(whole)?.message).toEqual(messageOf(draft()));
    expect(decodeTransaction(padded)).toBeUndefined();
  });
});

describe('associatedTokenAccount', () => {
  // Computed with findAssociatedTokenPda of @solana-program/token.
  it.each([
    ['4yZARscTpxU86DbaYni5EFdbAqruM2UZrAA2JsfGv4Ar', 'HB2BABhXF3y1AEZuaMPvwszYT96npcP35uPRU9Ax57C3'],
    ['HWKhdYv2uEWWWSM3ctZM5YwpMNenuW6wrrw9aoNYJpC9', '8vyf5rzuSz4HN2zcM91wmsTC8UroCWFpxMHJ6tN3ssqL'],
    ['AWrU8UxZt7vGNvYnG1cUCGVikEaA33XbNAT9TfpfKVLt', '9xEkUR6Fw3dxp7L8j2NDLiHQ1JHo1RBJQmacK8A1LXNx'],
    ['12fambm34bonQveYShUqRo7uYkAGiZastZyaosy2Q3AY', 'FBGxCpM6E9BnEg6V8p6Y4jN31skkxepLVCxUUziHBvDk'],
  ])('of %s for USDC', (owner, account) => {
    expect(associatedTokenAccount(owner, USDC_SOLANA.asset)).toBe(account);
  });

  it('is refused for what is no address', () => {
    for (const text of ['', 'O', `${TOKEN_PROGRAM}1`, `0x${'11'.repeat(20)}`]) {
      expect(isSolanaAddress(text)).toBe(false);
      expect(() => associatedTokenAccount(text, USDC_SOLANA.asset)).toThrow(RangeError);
    }
  });
});
