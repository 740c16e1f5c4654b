import { describe, expect, it } from 'vitest';
import { partsOf } from './addressed.ts';
import { readingOf } from './cases/index.ts';
import { told } from './dictionary/anew.ts';
import { CAUSES } from './dictionary/causes.ts';
import { textDetailsIn } from './found.ts';
import { GENERAL } from './general/index.ts';
import { chancesOf } from './learnt.ts';
import { match } from './match.ts';
import { flatten } from './read.ts';

const fixOf = (errorText: string): string => match({ errorText }).matches[0]!.smallestFix;
const read = (text: string) => textDetailsIn(text, readingOf(flatten(text)), chancesOf(text).buys);

describe('a fix is for the one who reads it', () => {
  const code = 'invalid_exact_evm_insufficient_balance';

  it.each([
    ['buyer', `our agent paid their api, we got 402 ${code}`, /^Take `from`/],
    [
      'seller',
      `my server answers ${code} to all our buyers, express middleware`,
      /^Nothing of yours is wrong, the payer lacks/,
    ],
  ] as const)('%s', (reader, text, first) => {
    expect(read(text).reader).toBe(reader);
    expect(fixOf(`x402: ${text}`)).toMatch(first);
  });

  it('whoever acts comes first where the reader has nothing to do', () => {
    const text =
      'my express server log: asyncio.gather over 8 x402HttpxClient requests: exactly one gets 200, the seven others a plain 402, no second try';
    expect(read(text).reader).toBe('seller');
    expect(fixOf(text)).toMatch(/For the buyer: make a separate client .+ If you sell: nothing to change/i);
  });

  it('and for both where nobody says who it is, whoever acts first', () => {
    expect(read('x402: the answer to the paid call cannot be read').reader).toBeUndefined();
    expect(fixOf('x402: the answer to the paid call cannot be read')).toMatch(
      /If you (?:sell|buy): .+ If you (?:sell|buy): /,
    );
  });

  it('each general one has a part for either side', () => {
    for (const cause of Object.keys(GENERAL)) {
      const { own } = partsOf(told(CAUSES[cause as keyof typeof CAUSES].fix));
      expect(own.buyer, cause).toBeTruthy();
      expect(own.seller, cause).toBeTruthy();
    }
  });

  it('no mark of our tables is left in a text', () => {
    for (const { fix } of Object.values(CAUSES)) expect(fix).not.toMatch(/<<|>>|\[\[|\]\]/);
    for (const language of ['python fastapi', 'go: panic:', 'cargo x402-rs', 'rails gem'])
      for (const cause of Object.keys(CAUSES))
        for (const { smallestFix } of match({ errorText: `x402 ${language} ${cause} failed` }).matches)
          expect(smallestFix).not.toMatch(/<<|>>|\[\[|\]\]|⟦|⟧/);
  });
});

describe('a fix speaks of the stack and the details of the text', () => {
  it('commands of the language', () => {
    const said =
      'x402 client_version_mismatch: AttributeError, module has no attribute, does not fit together';
    expect(fixOf(`${said}; Traceback (most recent call last): pip 24`)).toContain('pip ');
    expect(fixOf(`${said}; Traceback (most recent call last): pip 24`)).not.toContain('npm ');
  });

  it('the package and its version', () => {
    const fix = fixOf('TypeError in selectChallenge (mppx/dist/client/Mppx.js), mppx 0.8.2: package too old');
    expect(fix).toMatch(/^Your text names mppx 0\.8\.2: .*`npm i mppx@latest`/);
  });

  it('network, token and node in the commands', () => {
    const fix = fixOf('x402 nonce_already_used, USDC on eip155:84532');
    expect(fix).toContain('0x036CbD53842c5426634e7929541eC2318f3dCF7e');
    expect(fix).toContain('--rpc-url https://sepolia.base.org');
    expect(read('USDC on eip155:84532, or eip155:5042').asset).toBeUndefined();
    expect(read('pay EURC on base').asset).toBeUndefined();
  });

  it('the chain of a code is asked, and by what can tell', () => {
    const solana = fixOf('settle_exact_svm_transaction_confirmation_timed_out');
    expect(solana).not.toContain('authorizationState');
    // Its id is the signature of the fee payer: the one of the buyer is always "Not found".
    expect(solana).toMatch(/explorer.+with `transaction` of the settle answer: `solana confirm/);
    expect(solana).not.toContain('solana confirm -v <signature>');
    expect(read('invalid_exact_svm_payload_transaction_expired').family).toBe('svm');
    expect(read('invalid_exact_evm_payload_signature').family).toBe('evm');
    const permit2 = fixOf('x402 permit2: no answer, the call timed out');
    expect(permit2).toContain('nonceBitmap');
    expect(permit2).not.toContain('authorizationState');
  });

  it.each(['a ton of retries', 'a sui generis case', 'both stacks of ours'])('no chain: %s', (words) => {
    expect(read(`x402 paid call timed out, ${words}`).family).toBeUndefined();
  });
  it.each(['TON mainnet', 'on Sui', 'stacks:1', 'on Stacks'])('a chain: %s', (words) => {
    expect(read(`x402 paid call timed out, ${words}`).family).toBe('other');
  });

  it('bytes below the base fee may be good again: no new payment beside them', () => {
    const fix = fixOf(
      'mppx tempo: 402 Payment verification failed, co-sign log: max fee per gas less than block base fee',
    );
    expect(fix).toMatch(/sign a fresh challenge only once the old payment has expired/);
    expect(fix).not.toMatch(/can never be mined|nothing moved/);
  });

  it('no call is repeated as unpaid that carried a payment', () => {
    for (const errorText of [
      'x402-fetch: PAYMENT-SIGNATURE sent, then ETIMEDOUT connect timeout; on another machine the same code works',
      'x402-fetch: ETIMEDOUT connect timeout; on another machine the same code works',
      'x402-fetch: signed, then ETIMEDOUT connect timeout, wallet not touched',
      'x402-fetch: ETIMEDOUT connect timeout with PAYMENT-SIGNATURE, it never got a 402 again',
    ])
      for (const each of match({ errorText }).matches) {
        expect(each.case, errorText).not.toBe('host-unreachable-from-one-place');
        expect(each.smallestFix, errorText).not.toMatch(/nothing was signed: call again/);
      }
  });

  it('nothing else of the text', () => {
    const secrets = [
      'SECRET_KEY_HUNTER2',
      'AKIAIOSFODNN7EXAMPLE',
      '0x1234567890123456789012345678901234567890',
      'acme-internal',
    ];
    const text = `my x402 server: ${secrets.join(' ')} is misconfigured, FACILITATOR_URL is not set in the environment`;
    expect(read(text).variable).toBe('FACILITATOR_URL');
    const answer = JSON.stringify(match({ errorText: text }));
    for (const secret of secrets) expect(answer).not.toContain(secret);
  });
});
