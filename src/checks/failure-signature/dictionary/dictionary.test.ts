import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installedSdks, type Said, saidBy } from '../../../../scripts/failures/extract.ts';
import { SAID_FILE, saidNow } from '../../../../scripts/failures/said.ts';
import { ownLock } from '../../../lab/lock.ts';
import { repeated } from '../../../repeated.testing.ts';
import { DECLINES, PROBLEMS, SITUATIONS } from '../../../values/problem.ts';
import { CAUSES } from './causes.ts';
import { anchorOf, dictionary, entryById, familyOf } from './index.ts';
import { OWN_CODES, ownErrors } from './ours.ts';
import { DICTIONARY_RULES } from './rules.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Reading a package takes a second of a processor. */
const read = new Map<string, readonly Said[]>();
const saidOnce: typeof saidBy = (at, sdk) => {
  const said = read.get(sdk.folder) ?? saidBy(at, sdk);
  read.set(sdk.folder, said);
  return said;
};

describe('what the installed SDKs say', () => {
  it.each(installedSdks(ownLock()).map((sdk) => [sdk.folder, sdk] as const))(
    '%s says nothing that the dictionary lacks',
    (_folder, sdk) => {
      const said = saidOnce(root, sdk);
      expect(said.length).toBeGreaterThan(0);
      const missing = said.filter(({ kind, text }) => {
        const entry = entryById(anchorOf(kind, text));
        return !entry?.sources.some((source) => source.package === sdk.name);
      });
      expect(missing).toEqual([]);
    },
  );

  it('is kept as it was read, byte for byte', () => {
    const kept = readFileSync(root + SAID_FILE, 'utf8');
    expect(saidNow(root, kept, saidOnce)).toBe(kept);
  });

  it('is found where the authors wrote it: codes, templates, conditions, problem types', () => {
    const texts = new Set(dictionary().map(({ text }) => text));
    for (const text of [
      'insufficient_funds',
      'invalid_exact_evm_nonce_already_used',
      'invalid_exact_evm_payload_authorization_from_address_kyt',
      'settlement_pending',
      'verification-failed',
      'No facilitator registered for scheme: {…} and network: {…}',
      'Failed to create payment payload: {…}',
      'Payment amount exceeds maximum allowed',
      'Credential is malformed: {…}.',
    ])
      expect(texts, text).toContain(text);
  });
});

describe('entries', () => {
  it('have an anchor of their own that is legal in a page', () => {
    expect(repeated(dictionary().map(({ id }) => id))).toEqual([]);
    for (const { id } of dictionary()) expect(id).toMatch(/^[\w/-]+$/);
    expect(dictionary().filter(({ id }) => id.startsWith('cause-'))).toEqual([]);
  });

  it('hold every code of this service', () => {
    for (const code of Object.keys({ ...PROBLEMS, ...SITUATIONS, ...DECLINES }))
      expect(entryById(code)?.sources.at(-1)?.package, code).toContain('this service');
  });

  it('never let anybody sign anew while the outcome is open', () => {
    for (const { id, money, sign, resend } of [
      ...dictionary(),
      ...Object.values(CAUSES).map((row) => ({ id: row.title, ...row })),
    ]) {
      if (resend === 'nothing_signed') expect(money, id).toBe('no');
      if (money !== 'no' && id !== 'authorization_used' && id !== 'redelivery_window_over')
        expect(sign, id).not.toBe('yes');
      if (money === 'yes') expect(sign, id).toBe('no');
    }
  });

  it('say of what is pending that the same payment may be sent again and no other', () => {
    for (const code of [
      'settlement_pending',
      'settle_exact_svm_transaction_confirmation_timed_out',
      'unexpected_settle_error',
    ])
      expect(entryById(code), code).toMatchObject({ money: 'maybe', resend: 'yes' });
    expect(entryById('settlement_pending')).toMatchObject({ sign: 'no' });
  });

  it.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_insufficient_balance', 'insufficient_funds'],
    ['invalid_exact_evm_payload_signature', 'invalid_signature'],
    ['invalid_exact_evm_nonce_already_used', 'nonce_already_used'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'authorization_expired'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'authorization_not_yet_valid'],
    ['invalid_exact_evm_recipient_mismatch', 'wrong_recipient'],
    ['invalid_exact_evm_payload_authorization_value_mismatch', 'amount_mismatch'],
    ['invalid_exact_evm_token_version_mismatch', 'wrong_domain_or_token_version'],
    ['invalid_exact_evm_network_mismatch', 'wrong_network'],
    ['invalid_exact_evm_transaction_simulation_failed', 'simulation_failed'],
    ['invalid_exact_evm_transaction_failed', 'settlement_failed'],
    ['invalid_exact_evm_payload_undeployed_smart_wallet', 'smart_wallet_signature'],
    ['invalid_exact_svm_payload_transaction_instructions_length', 'solana_transaction'],
    ['permit2_deadline_expired', 'authorization_expired'],
    ['invalid_x402_version', 'unsupported_version'],
    ['invalid_payload', 'malformed_payment_header'],
    ['invalid_payment_requirements', 'malformed_challenge'],
    ['extension_echo_mismatch', 'payment_not_bound'],
    ['unexpected_verify_error', 'facilitator_unavailable'],
    ['payment_reused', 'payment_reused'],
    ['session/channel-not-found', 'session_or_channel'],
  ])('%s is %s', (code, cause) => {
    expect(entryById(code)?.cause).toBe(cause);
  });
});

it('every family is one that some text belongs to', () => {
  const used = new Set(dictionary().map(({ text }) => familyOf(text)));
  expect(DICTIONARY_RULES.filter((rule) => !used.has(rule)).map(([says]) => String(says))).toEqual([]);
});

it('our own errors are every code but the buckets, whatever the words beside them', () => {
  const kinds = new Map(OWN_CODES.map(({ code, kind }) => [`${kind} ${code}`, kind]));
  expect(kinds.size).toBe(OWN_CODES.length);
  const named = ownErrors().map(({ kind, code }) => `${kind} ${code}`);
  expect(named).toContain('decline wrong_network');
  expect(named.sort()).toEqual(
    [
      ...Object.keys(PROBLEMS).map((code) => `problem ${code}`),
      ...Object.keys(SITUATIONS).map((code) => `situation ${code}`),
      ...Object.keys(DECLINES).map((code) => `decline ${code}`),
    ].sort(),
  );
});
