import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';
import { kinds } from './index.ts';

/** Splits a marker so that no scanner of repositories takes a test for a leak. */
const j = (...parts: string[]): string => parts.join('');
const HEX32 = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

/** One text that each kind must be found in, and one that is near to it and must not. Values are synthetic or public test vectors. */
const CASES: readonly (readonly [kind: string, positive: string, negative: string])[] = [
  [
    'secret.pem_private_key',
    j('-----BEGIN EC PRIV', 'ATE KEY-----\nMHQCAQEEIBkg1w8p5Z'),
    '-----BEGIN CERTIFICATE REQUEST',
  ],
  ['secret.putty_key', 'PuTTY-User-Key-File-2: ssh-rsa', 'PuTTY opens the endpoint'],
  ['secret.jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYm9iIn0.abc123DEF456ghi789', 'a JWT in three parts a.b.c'],
  [
    'secret.jwk_private',
    '{"kty":"OKP","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}',
    '{"kty":"OKP","crv":"Ed25519"}',
  ],
  ['secret.stripe_key', j('sk_li', 've_51H8xQ2LkdIwHuZ9vYtRb3NmPqW7cE0aTz'), 'keys begin with sk_live_'],
  ['secret.webhook_signing', 'whsec_5f4dcc3b5aa765d61d8327deb882cf99', 'the whsec_ prefix'],
  ['secret.aws_access_key', j('AKI', 'AIOSFODNN7EXAMPLQ'), 'AKIA is a prefix'],
  [
    'secret.aws_bedrock_key',
    j('ABSK', 'QmVkcm9ja0FQSUtleS1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejEy'),
    'ABSKI is a ski club',
  ],
  ['secret.github_token', j('ghp', '_a8Kd02LmQ9xZ7vB3nT5rY1wE6uI4oP0sAfGh'), 'tokens start with ghp_'],
  ['secret.gitlab_token', j('glp', 'at-Xa9_Kd02LmQ9xZ7vB3nT'), 'glpat tokens expire'],
  ['secret.bitbucket_token', j('ATB', 'BaZxCvBnMqWeRtYuIoP12345678'), 'ATBB is a code'],
  ['secret.slack_token', j('xox', 'b-123456789012-abcdefGHIJKL'), 'a xoxb token'],
  ['secret.slack_app_token', j('xap', 'p-1-A012ABCDEFG-1234567890abcdef'), 'xapp-1 is a prefix'],
  [
    'secret.webhook_url',
    j('https://hooks.slack', '.com/services/T00000000/B00000000/XXXXXXXXXXXX'),
    'https://slack.com/pricing',
  ],
  ['secret.discord_token', 'NzkyNzE1NDU0MTk2MDg4ODQy.X-hvzA.Ovy4MCQywSkoMRRclStW4xAYK7I', 'Made.in.Discord'],
  ['secret.telegram_bot_token', '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', '12345678:A short'],
  ['secret.google_api_key', j('AIz', 'aSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'), 'AIza prefix'],
  ['secret.google_oauth', j('GOCSP', 'X-a1B2c3D4e5F6g7H8i9J0kLmN'), 'GOCSPX- prefix'],
  [
    'secret.llm_provider_key',
    j('sk-pr', 'oj-T3BlbkFJ9aBcD1eFgH2iJkL3mNoP4qRsT5uVwX6yZ'),
    'sk-learn-pipeline-endpoint',
  ],
  ['secret.package_registry_token', j('npm', '_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'), 'npm_config_registry'],
  [
    'secret.cloud_token',
    j('dop', '_v1_3f8a9c1d2e4b5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8'),
    'dop_v1_ prefix',
  ],
  [
    'secret.saas_token',
    j('S', 'G.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr'),
    'SG.com listing',
  ],
  [
    'secret.azure_shared_key',
    'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6',
    'AccountKey is a field',
  ],
  ['secret.signed_url', 'https://x.example/f?sig=abcD1234efgh5678', 'https://x.example/f?sig=<sig>'],
  ['secret.url_credentials', 'postgres://admin:pgS3cret@db.example:5432/prod', 'https://api.example:8443/v1'],
  ['secret.dsn_password', 'Server=db;Password=Gx7klp0q;Timeout=5', 'Password=;'],
  ['secret.cookie', 'Cookie: theme=9f8e7d6c5b4a', 'the Cookie header'],
  ['secret.session_cookie', 'PHPSESSID=9k3j2h1g5f6d7s8a', 'PHPSESSID is set'],
  [
    'secret.authorization_header',
    'Authorization: Basic YWxpY2U6d29uZGVybGFuZDk5',
    'Authorization: Bearer <token>',
  ],
  ['secret.bearer_token', 'Bearer 0b79bab50daca910b000d4f1a2b675d604257e42', 'Bearer authentication'],
  ['secret.otpauth', 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', 'otpauth links'],
  [
    'secret.curl_credentials',
    'curl -u alice:wonderland99 https://x.example',
    'curl -u $USER https://x.example',
  ],
  ['secret.netrc', 'machine api.example login bob password hunterxx', 'machine payments'],
  ['secret.htpasswd_hash', '$2b$12$KIXQ4S2c1yJp0f0Jk2R5reH8', '$2 per 12 calls'],
  ['secret.ssh_private_blob', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE', 'b3Bl is base64'],
  [
    'secret.provider_url_key',
    'https://mainnet.infura.io/v3/9aa3d95b3bc440fa88ea12eaa4456161',
    'https://infura.io/pricing',
  ],
  ['secret.kubeconfig', 'client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVk', 'client-key-data is needed'],
  ['secret.password', 'login admin password: Hunter2!winter', 'the password reset API'],
  ['secret.user_password_pair', 'login as root / toor1234', 'login or signup'],
  ['secret.labelled_key', 'x-api-key: 5f4dcc3b5aa765d61d8327deb882cf99', 'API key: required'],
  ['secret.env_assignment', 'DEPLOY_SECRET=plum-orchard-77', 'PAYMENT_TOKEN=<token>'],
  ['secret.one_time_code', 'the otp is 99 21 43', 'OTP delivery at $0.01'],
  ['secret.pin', 'my pin is 4821', 'pin the version'],
  ['secret.app_password', 'app password abcd efgh ijkl mnop', 'app passwords are optional'],
  ['secret.near_label', 'root pw after rotation yesterday 8sdf!kk2', 'is the token endpoint worth 5 cents'],
  ['secret.access_code', "the safe's code is 40 17 93", 'the gate code lookup costs a cent'],
  ['secret.opaque_token', 'use 7Gh2kLp9QwX4vBn8sTz1 now', 'INV-2024-000123 and x402-compatibility-witness'],
  ['wallet.signature', `0x${HEX32}${HEX32}1c`, `tx 0x${HEX32}`],
  ['wallet.signed_payment', '{"payload":{"signature":"0xab","nonce":"1"}}', 'a payload with a nonce'],
  [
    'wallet.payment_header',
    'PAYMENT-SIGNATURE: eyJ4NDAyVmVyc2lvbiI6MiwicGF5bG9hZCI6e30',
    'PAYMENT-SIGNATURE is missing',
  ],
  ['wallet.hex32_possible_private_key', `pay with 0x${HEX32}`, `transaction 0x${HEX32} settled`],
  ['wallet.hex_private_key', `private key ${HEX32.slice(0, 56)}`, 'private key management'],
  [
    'wallet.extended_private_key',
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    'xprv keys',
  ],
  ['wallet.wif', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'WIF format'],
  ['wallet.bip38', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', '6P is a prefix'],
  [
    'wallet.solana_secret_key',
    '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw4RYDvQ1AqyQUtSVe5BwsVjEqkjvWqwcSPb9JmXkXKHLJb',
    'Solana keys have 64 bytes',
  ],
  [
    'wallet.secret_key_bytes',
    `[${Array.from({ length: 64 }, (_, i) => (i * 37) % 256).join(',')}]`,
    '[1,2,3]',
  ],
  [
    'wallet.chain_secret_key',
    'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5',
    'nsec1 prefix',
  ],
  ['wallet.stellar_secret', 'SAAPYAPTTRZMCUZFPG3G66V4ZMHTK4TWA6NS7U4F7Z3IMUD52EK4DDEV', 'SALES REPORT'],
  ['wallet.keystore_json', '{"crypto":{"ciphertext":"a7bc","kdfparams":{}}}', 'a keystore file'],
  [
    'wallet.extended_public_key',
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
    'xpub support',
  ],
  [
    'wallet.evm_address',
    'refund 0xde709f2102306220921060314715629080e2fb77',
    'USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  ],
  ['wallet.bitcoin_address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1 addresses'],
  ['wallet.base58_address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '10000 atomic units'],
  ['wallet.tron_address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'.replace('TJ', 'TX'), 'TRON support'],
  ['wallet.ripple_address', 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', 'ripple support'],
  ['wallet.bech32_address', 'cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27', 'cosmos1 prefix'],
  [
    'wallet.solana_address',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ],
  ['wallet.ss58_address', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'substrate chains'],
  ['wallet.stellar_address', 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H', 'GENERAL TERMS'],
  ['wallet.other_address', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2', '0.0.1 release'],
  ['wallet.name_service', 'vitalik.eth will pay', 'eth-price.example.com'],
  [
    'wallet.seed_phrase',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'the seed phrase checker endpoint costs one cent per call, is that fair',
  ],
  ['financial.card', 'card 4111 1111 1111 1111', 'card fees on 4111 calls'],
  ['financial.card_security_code', 'CVV 123 exp 04/29', 'CVV check endpoint'],
  ['financial.iban', 'GB82 WEST 1234 5698 7654 32', 'GB82 WEST 1234 5698 7654 33'],
  ['financial.bank_account', 'BIC DEUTDEFF', 'no account needed for 12345 calls'],
  ['identity.ssn', 'SSN: 219 09 9999', 'between 219 and 9999 calls'],
  ['identity.ssn_last_four', 'last four of my SSN: 4432', 'the last four calls'],
  ['identity.uk_nino', 'AB123456C', 'AB123456'],
  ['identity.uk_nhs', 'NHS number 943 476 5919', 'NHS data at 2 cents'],
  ['identity.canada_sin', 'SIN 046 454 286', 'the sin of overpaying 3 cents'],
  ['identity.india_aadhaar', 'Aadhaar 4991 1866 5246', 'between 4991 and 5246 calls'],
  ['identity.india_pan', 'ABCPE1234F', 'ABCXE1234F9'],
  ['identity.brazil_cpf', '529.982.247-25', '529.982.247-26'],
  ['identity.brazil_cnpj', '11.222.333/0001-81', '11.222 units'],
  ['identity.spain_dni', '12345678Z', '12345678A'],
  ['identity.france_nir', '2 55 08 14 168 025 38', '2 55 08 14 168 025 39'],
  ['identity.italy_codice_fiscale', 'RSSMRA85T10A562S', 'RSSMRA85'],
  ['identity.germany_tax_id', 'Steuer-ID 86095742719', 'Steuer API'],
  ['identity.netherlands_bsn', 'BSN 111222333', 'BSN lookup'],
  ['identity.poland_pesel', 'PESEL 44051401359', 'PESEL validation'],
  ['identity.nordic_personal_number', '811228-9874', '811228 calls'],
  ['identity.swiss_ahv', '756.9217.0769.85', '756 calls'],
  ['identity.mexico_curp', 'HEGG560427MVZRRL04', 'CURP check'],
  ['identity.mexico_rfc', 'RFC VECJ880326XK4', 'RFC 9457'],
  ['identity.china_resident_id', '11010519491231002X', '110105194912310021'],
  ['identity.korea_rrn', '900101-1234568', '900101-9'],
  ['identity.singapore_nric', 'S1234567D', 'S123'],
  ['identity.hong_kong_id', 'A123456(3)', 'A123456'],
  ['identity.taiwan_id', 'Taiwan ID A123456789', 'Taiwan idle'],
  ['identity.ireland_pps', 'PPS number 1234567T', 'PPS check'],
  ['identity.australia_tfn', 'TFN 123 456 782', 'TFN endpoint'],
  ['identity.us_medicare', '1EG4-TE5-MK73', '1EG4'],
  ['identity.us_ein', 'EIN 94-1234567', 'EIN lookup'],
  ['identity.south_africa_id', 'ID number 8001015009087', 'ID number 9999999999999'],
  ['identity.passport', 'passport no. 533380006', 'the passport says 10000 units'],
  ['identity.driving_licence', "driver's license D1234-56789-01234", "driver's license API"],
  ['identity.labelled_id', 'national id 12345-67890', 'national holidays 2026'],
  ['identity.document_number', 'policy no. KV-88213-44', 'policy number format API'],
  ['identity.national_number', 'EGN 7523169263', 'TIN lookup API'],
  ['medical.record_number', 'MRN 00482913', 'MRN lookup'],
  ['medical.icd_code', 'patient has ICD-10 E11.9', 'ICD-10 code E11.9 lookup costs'],
  ['secret.security_answer', "mother's maiden name is Kowalska", 'a maiden name field in the API'],
  [
    'secret.value_before_label',
    'hunter2hunter2 is the password',
    'gpt-4o is the model for the login endpoint',
  ],
  ['secret.markup_value', '<password>Spring77x</password>', '<price>0.01</price>'],
  ['secret.in_parts', 'key part 1: AKIA8I1E28E4', 'part 1: the API costs 0.01'],
  ['secret.chosen_shape', 'type Quokka#81x here', 'see issue#81 or MIGRATION.md#v2-to-v3'],
  ['pii.email', 'jane.doe@acme-corp.com', '@x402/fetch@2.27.0'],
  ['pii.messaging_handle', 'telegram @jane_doe_91', 'telegram bots'],
  ['pii.profile_url', 'https://linkedin.com/in/jane-doe-123', 'https://linkedin.com/pricing'],
  ['pii.date_of_birth', 'DOB 04/12/1983', 'deadline 04/12/2026'],
  [
    'pii.postal_address',
    '1600 Pennsylvania Avenue NW, Washington DC 20500',
    '500 calls on the road to launch',
  ],
  ['pii.ip_address', 'customer at 203.0.113.77', 'client version 10.0.19041.1 on 127.0.0.1'],
  ['pii.device_id', 'IMEI 490154203237518', 'IMEI check'],
  ['pii.vehicle_id', 'VIN 1HGCM82633A004352', 'VIN decoding API'],
  ['pii.geo_point', '37.7749, -122.4194', '$0.0025, $0.0031'],
  ['pii.phone', 'call +44 7911 123456', '1732186800 is the timestamp'],
  ['pii.person_name', 'Mr. John Smith', 'Customer Success API'],
  ['health.condition', 'my mother has breast cancer', 'a diabetes-risk API'],
  ['health.medication', 'she takes metformin 500 mg', 'metformin 500 mg at two cents'],
  ['health.lab_result', 'blood type is O-', 'blood test API'],
];

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

describe('detectors', () => {
  it('has cases for every kind, and no other', () => {
    expect(CASES.map(([kind]) => kind).sort()).toEqual(kinds.map((row) => row.kind).sort());
  });

  it.each(CASES)('%s is found', (kind, positive) => {
    expect(found(positive)).toContain(kind);
  });

  it.each(CASES)('%s is not found in its neighbour', (kind, _positive, negative) => {
    expect(found(negative)).not.toContain(kind);
  });
});

describe('list words between braces', () => {
  const SCHEMA =
    '{"usd":{"type":"number","minimum":0},"chance":{"type":"number","minimum":0,"maximum":1},"then":{"type":"object","properties":{"chance":{"type":"number","minimum":0}}}}';

  it('are a schema where few of them come again and again', () =>
    expect(found(SCHEMA)).not.toContain('wallet.seed_phrase'));
  it('are a schema where one of them is every value', () =>
    expect(found('{"usd":{"type":"number"}},'.repeat(12))).not.toContain('wallet.seed_phrase'));

  const PHRASE = 'legal winner thank year wave sausage worth useful method yellow script quantum'.split(' ');
  it.each([
    JSON.stringify(PHRASE.map((word, index) => ({ index, word }))),
    JSON.stringify(PHRASE.map((value, position) => ({ position, value }))),
    JSON.stringify({ parts: PHRASE.map((part) => ({ 'seed word': part })) }),
    JSON.stringify(Object.fromEntries(PHRASE.map((word, i) => [`type${i}`, word]))),
    JSON.stringify({ note: `${'abandon '.repeat(11)}about` }),
    '["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]',
    '{"a":"abandon"},{"b":"ability"},{"c":"able"},{"d":"about"},{"e":"above"},{"f":"absent"},{"g":"absorb"},{"h":"abstract"},{"i":"absurd"},{"j":"abuse"},{"k":"access"},{"l":"accident"}',
  ])('are a phrase where they are drawn: %s', (text) => expect(found(text)).toContain('wallet.seed_phrase'));
});
