import { groupsInSeries } from './places.ts';
import { type Detector, HASH_CONTEXT, high, KEY_CONTEXT, type MatchContext, medium } from './row.ts';

/** Token contracts, programs and network ids that everyone may name. A payTo address is never here: it identifies a seller. */
export const PUBLIC_CONTRACTS: ReadonlySet<string> = new Set([
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC, Base
  '0x036cbd53842c5426634e7929541ec2318f3dcf7e', // USDC, Base Sepolia
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC, Ethereum
  '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', // USDC, Ethereum Sepolia
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDC, Polygon
  '0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582', // USDC, Polygon Amoy
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC, Arbitrum
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDC, OP Mainnet
  '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', // USDC, Avalanche
  '0x5425890298aed601595a70ab815c96711a31bc65', // USDC, Avalanche Fuji
  '0x20c000000000000000000000b9537d11c60e8b50', // USDC.e, Tempo
  '0x20c0000000000000000000000000000000000000', // pathUSD, Tempo
  '0x20c0000000000000000000000000000000000001', // alphaUSD, Tempo
  '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT, Ethereum
  '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2', // USDT, Base
  '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42', // EURC, Base
  '0x50c5725949a6f0c72e6c4a641f24049a917db0cb', // DAI, Base
  '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI, Ethereum
  '0x4200000000000000000000000000000000000006', // WETH, OP Stack
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH, Ethereum
  '0xca11bde05977b3631167028862be2a173976ca11', // Multicall3
  '0x000000000022d473030f116ddee9f6b43ac78ba3', // Permit2
  '0x0000000071727de22e5e9d8baf0edac6f37da032', // EntryPoint 0.7
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', // EntryPoint 0.6
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v', // USDC, Solana
  '4zmmc9srt5ri5x14gagxhahii3gnpaeerypjgzjdncdu', // USDC, Solana devnet
  'es9vmfrzacermjfrf4h2fyd4kconky11mcce8benwnyb', // USDT, Solana
  'so11111111111111111111111111111111111111112', // wrapped SOL
  'tokenkegqfezyinwajbnbgkpfxcwubvf9ss623vq5da', // SPL Token program
  'atokengpvbdgvxr1b2hvzbsiqw5xwh25eftnslja8knl', // Associated Token program
  '5eykt4usfv8p8njdtrepy1vzqkqzkvdp', // CAIP-2 reference of Solana
  'etwtrabzayq6imfeykouru166vu2xqa1', // CAIP-2 reference of Solana devnet
  'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', // USDT, Tron
]);

const isPublic = (value: string): boolean => PUBLIC_CONTRACTS.has(value.toLowerCase());

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** How many bytes a base58 text stands for; -1 if it holds another character. Quadratic in a length capped at 96. */
function base58Length(text: string): number {
  const bytes: number[] = [];
  let leading = 0;
  while (leading < text.length && text[leading] === '1') leading++;
  for (const char of text.slice(leading)) {
    let carry = BASE58.indexOf(char);
    if (carry < 0 || text.length > 96) return -1;
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  return bytes.length + leading;
}

const mixed = (value: string): boolean => /[0-9]/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value);

/** A 32-byte hex value is a key suspect unless the words around it name a public fingerprint, and none names a key. */
export function isKeySuspect(context: MatchContext, index: number, end: number): boolean {
  const before = context.before(index, 48);
  if (KEY_CONTEXT.test(before.slice(-30))) return true;
  return (
    !HASH_CONTEXT.test(before) &&
    !HASH_CONTEXT.test(context.after(end, 24)) &&
    !/(?:sha256|0xhash)[:=-]\s?$/.test(before)
  );
}

/** A key that is written in groups: both digits and letters, and no public fingerprint. */
const isGroupedKey: Detector['accept'] = (v, c, i, e) =>
  /\d/.test(v) && /[a-f]/i.test(v) && /[0-9a-f]{12}/i.test(v.replace(/[ :-]/g, '')) && isKeySuspect(c, i, e);

const between =
  (low: number, high_: number) =>
  (value: string): boolean =>
    value.length >= low && value.length <= high_ && mixed(value);

/** A private key of public test vectors. */
const HEX32 = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

/** Runs before labels: the header's name ends in one. */
export const paymentRows: readonly Detector[] = [
  high(
    'wallet.payment_header',
    'payment',
    /\b(?:payment-signature|x-payment|payment-response)\b["']?\s?[:=]\s?["']?(?<v>[A-Za-z0-9+/=_-]{24,8000})/gi,
    {
      hints: ['payment'],
      cases: [['PAYMENT-SIGNATURE: eyJ4NDAyVmVyc2lvbiI6MiwicGF5bG9hZCI6e30', 'PAYMENT-SIGNATURE is missing']],
    },
  ),
];

/** Keys first: an address inside a longer key must not hide it. */
export const walletRows: readonly Detector[] = [
  high('wallet.signature', 'payment', /(?<![0-9a-zA-Z])0x[0-9a-fA-F]{128,132}(?![0-9a-fA-F])/g, {
    begins: 'run',
    minRun: 130,
    cases: [[`0x${HEX32}${HEX32}1c`, `tx 0x${HEX32}`]],
  }),
  high(
    'wallet.signed_payment',
    'payment',
    /"(?:signature|authorization|payload)"\s?:\s?[{"][^\n]{0,400}?"?(?:validBefore|nonce|signature|transaction)"?\s?:/g,
    {
      hints: ['validbefore', '"signature"', '"transaction"'],
      cases: [['{"payload":{"signature":"0xab","nonce":"1"}}', 'a payload with a nonce']],
    },
  ),
  high(
    'wallet.hex32_possible_private_key',
    'private_key',
    /(?<![0-9a-zA-Z])(?:0x\s?)?[0-9a-fA-F]{64}(?![0-9a-zA-Z])/g,
    {
      minRun: 64,
      accept: (_v, c, i, e) => isKeySuspect(c, i, e),
      cases: [[`pay with 0x${HEX32}`, `transaction 0x${HEX32} settled`]],
    },
  ),
  high(
    'wallet.hex_private_key',
    'private_key',
    /\b(?:private|priv|signing|secret|deployer|wallet|master|extended|account) ?_?key\b[^\n0-9]{0,16}?(?<v>(?:0x)?[0-9a-fA-F]{48,130})(?![0-9a-zA-Z])/gi,
    { minRun: 48, hints: ['key'], cases: [[`private key ${HEX32.slice(0, 56)}`, 'private key management']] },
  ),
  high(
    'wallet.hex_private_key',
    'private_key',
    /(?<![\w:-])(?:0x)?(?:[0-9a-f]{4}(?:[ -][0-9a-f]{4}){7,31}|[0-9a-f]{8}(?:[ :-][0-9a-f]{8}){3,15}|[0-9a-f]{2}(?::[0-9a-f]{2}){15,63})(?![\w:-])/gi,
    {
      begins: groupsInSeries,
      needs: /[0-9a-f]{2}[ :-](?:[0-9a-f]{8}|[0-9a-f]{4}|[0-9a-f]{2})[ :-][0-9a-f]{2}/i,
      accept: isGroupedKey,
    },
  ),
  high(
    'wallet.hex_private_key',
    'private_key',
    /(?<![\w:-])(?:0x)?(?:[0-9a-f]{16}(?:[ :-][0-9a-f]{16}){1,7}|[0-9a-f]{32}[ :-][0-9a-f]{32})(?![\w:-])/gi,
    { begins: 'run', minRun: 16, accept: isGroupedKey },
  ),
  high('wallet.hex_private_key', 'private_key', /(?<![\d.,])\d{60,160}(?![\d.,])/g, {
    minRun: 60,
    begins: 'run',
    accept: (_v, c, i) => KEY_CONTEXT.test(c.before(i, 40)),
  }),
  high(
    'wallet.extended_private_key',
    'private_key',
    /(?<![0-9a-zA-Z])[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{60,112}/gi,
    {
      minRun: 64,
      begins: 'run',
      hints: ['prv'],
      cases: [
        [
          'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
          'xprv keys',
        ],
      ],
    },
  ),
  high(
    'wallet.wif',
    'private_key',
    /(?<![0-9a-zA-Z])(?:[59][1-9A-HJ-NP-Za-km-z]{50}|[KLcTQ6][1-9A-HJ-NP-Za-km-z]{51})(?![0-9a-zA-Z])/g,
    {
      begins: 'run',
      minRun: 51,
      accept: (v) => mixed(v) && [37, 38].includes(base58Length(v)),
      cases: [['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'WIF format']],
    },
  ),
  high('wallet.bip38', 'private_key', /(?<![0-9a-zA-Z])6P[1-9A-HJ-NP-Za-km-z]{56}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 58,
    hints: ['6p'],
    cases: [['6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', '6P is a prefix']],
  }),
  high(
    'wallet.solana_secret_key',
    'private_key',
    /(?<![0-9a-zA-Z])[1-9A-HJ-NP-Za-km-z]{86,89}(?![0-9a-zA-Z])/g,
    {
      begins: 'run',
      minRun: 86,
      accept: (v, c, i) =>
        mixed(v) &&
        base58Length(v) === 64 &&
        ((!HASH_CONTEXT.test(c.before(i, 48)) && !/\bsig(?:nature)?\b/.test(c.before(i, 24))) ||
          /\b(?:secret|private)\b/.test(c.before(i, 24))),
      cases: [
        [
          '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw4RYDvQ1AqyQUtSVe5BwsVjEqkjvWqwcSPb9JmXkXKHLJb',
          'Solana keys have 64 bytes',
        ],
      ],
    },
  ),
  high('wallet.secret_key_bytes', 'private_key', /\[\s?(?:\d{1,3}\s?,\s?){31,63}\d{1,3}\s?,?\s?\]?/g, {
    hints: ['['],
    accept: (v) => (v.match(/\d{1,3}/g) ?? []).every((byte) => Number(byte) < 256),
    cases: [[`[${Array.from({ length: 64 }, (_, i) => (i * 37) % 256).join(',')}]`, '[1,2,3]']],
  }),
  high(
    'wallet.chain_secret_key',
    'private_key',
    /(?<![0-9a-zA-Z])(?:suiprivkey1[a-z0-9]{50,70}|nsec1[a-z0-9]{50,70}|edsk[1-9A-HJ-NP-Za-km-z]{50,94}|spsk[1-9A-HJ-NP-Za-km-z]{50}|ed25519:[1-9A-HJ-NP-Za-km-z]{80,92}|ed25519-priv-0x[0-9a-fA-F]{64}|secp256k1-priv-0x[0-9a-fA-F]{64}|s[1-9A-HJ-NP-Za-km-z]{28}(?![0-9a-zA-Z])|sEd[1-9A-HJ-NP-Za-km-z]{28}|addr_xsk1[a-z0-9]{60,200}|ed25519e?_sk1[a-z0-9]{50,110}|root_xsk1[a-z0-9]{60,200}|xprvA[0-9A-Za-z]{60,110})/g,
    {
      minRun: 28,
      accept: (v) => !/^s[^uEp]/.test(v) || mixed(v),
      cases: [['nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5', 'nsec1 prefix']],
    },
  ),
  high('wallet.stellar_secret', 'private_key', /(?<![0-9a-zA-Z])S[A-Z2-7]{55}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 56,
    cases: [['SAAPYAPTTRZMCUZFPG3G66V4ZMHTK4TWA6NS7U4F7Z3IMUD52EK4DDEV', 'SALES REPORT']],
  }),
  high('wallet.keystore_json', 'private_key', /"(?:ciphertext|kdfparams|cipherparams)"\s?:\s?[{"]/gi, {
    hints: ['ciphertext', 'kdfparams'],
    cases: [['{"crypto":{"ciphertext":"a7bc","kdfparams":{}}}', 'a keystore file']],
  }),
  medium(
    'wallet.extended_public_key',
    'wallet',
    /(?<![0-9a-zA-Z])[xyztuv]pub[1-9A-HJ-NP-Za-km-z]{60,112}/gi,
    {
      minRun: 64,
      begins: 'run',
      hints: ['pub'],
      cases: [
        [
          'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
          'xpub support',
        ],
      ],
    },
  ),
  medium('wallet.evm_address', 'wallet', /(?<![0-9a-zA-Z])0[xX]\s?[0-9a-fA-F]{40}(?![0-9a-zA-Z])/g, {
    minRun: 40,
    hints: ['0x'],
    accept: (v) => !isPublic(v.replace(/\s/g, '')),
    cases: [
      [
        'refund 0xde709f2102306220921060314715629080e2fb77',
        'USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      ],
    ],
  }),
  medium('wallet.evm_address', 'wallet', /(?<![0-9a-zA-Z])[0-9a-fA-F]{40}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 40,
    accept: (v, c, i) =>
      /\b(?:wallet|address|addr|payer|payto|recipient|account|refund|holder)\b[^\n]{0,12}$/.test(
        c.before(i, 32),
      ) && !PUBLIC_CONTRACTS.has(`0x${v.toLowerCase()}`),
  }),
  medium(
    'wallet.bitcoin_address',
    'wallet',
    /(?<![0-9a-zA-Z])(?:(?:bc|tb|ltc|tltc)1[02-9ac-hj-np-z]{20,90}|(?:BC|TB|LTC)1[02-9AC-HJ-NP-Z]{20,90})(?![0-9a-zA-Z])/g,
    {
      minRun: 23,
      begins: 'run',
      hints: ['bc1', 'tb1', 'ltc1'],
      cases: [['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1 addresses']],
    },
  ),
  medium(
    'wallet.base58_address',
    'wallet',
    /(?<![0-9a-zA-Z])[13LMDmn2tzXA9][1-9A-HJ-NP-Za-km-z]{25,36}(?![0-9a-zA-Z])/g,
    {
      begins: 'run',
      minRun: 26,
      accept: (v) => between(26, 37)(v) && [25, 26].includes(base58Length(v)) && !isPublic(v),
      cases: [['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '10000 atomic units']],
    },
  ),
  medium('wallet.tron_address', 'wallet', /(?<![0-9a-zA-Z])T[1-9A-HJ-NP-Za-km-z]{33}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 34,
    accept: (v) => mixed(v) && !isPublic(v),
    cases: [['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'.replace('TJ', 'TX'), 'TRON support']],
  }),
  medium('wallet.ripple_address', 'wallet', /(?<![0-9a-zA-Z])r[1-9A-HJ-NP-Za-km-z]{24,34}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 25,
    accept: (v) => mixed(v) && base58Length(v) >= 24 && base58Length(v) <= 26,
    cases: [['rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', 'ripple support']],
  }),
  medium(
    'wallet.bech32_address',
    'wallet',
    /(?<![0-9a-zA-Z])(?:addr_test|addr|stake_test|stake|cosmos|osmo|juno|celestia|inj|terra|kava|axelar|noble|dydx|sei|akash|secret|stars|neutron|bnb|erd|one|zil|npub|thor|maya|iaa|band|persistence|evmos|bitcoincash)[1:][02-9ac-hj-np-zq]{30,110}(?![0-9a-zA-Z])/g,
    { minRun: 30, cases: [['cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27', 'cosmos1 prefix']] },
  ),
  medium(
    'wallet.solana_address',
    'wallet',
    /(?<![0-9a-zA-Z/_-])[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9a-zA-Z_-])/g,
    {
      begins: 'run',
      minRun: 32,
      accept: (v) => mixed(v) && base58Length(v) === 32 && !isPublic(v),
      cases: [
        ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ],
    },
  ),
  medium('wallet.ss58_address', 'wallet', /(?<![0-9a-zA-Z])[1-9A-HJ-NP-Za-km-z]{46,49}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 46,
    accept: (v, c, i) =>
      mixed(v) && [35, 36].includes(base58Length(v)) && !/\b(?:ipfs|cid)\b/.test(c.before(i, 16)),
    cases: [['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'substrate chains']],
  }),
  medium('wallet.stellar_address', 'wallet', /(?<![0-9a-zA-Z])[GM][A-Z2-7]{55}(?![0-9a-zA-Z])/g, {
    begins: 'run',
    minRun: 56,
    cases: [['GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H', 'GENERAL TERMS']],
  }),
  medium(
    'wallet.other_address',
    'wallet',
    /(?<![0-9a-zA-Z])(?:[EUk0]Q[A-Za-z0-9_-]{46}|(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|8[1-9A-HJ-NP-Za-km-z]{94}|f[0-4][a-z2-7]{38,86}|hx[0-9a-f]{40}|0\.0\.\d{5,10}(?:-[a-z]{5})?)(?![0-9a-zA-Z_-])/g,
    { cases: [['EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2', '0.0.1 release']] },
  ),
  medium(
    'wallet.name_service',
    'wallet',
    /(?<![\w.@/-])[a-z0-9][a-z0-9-]{2,60}(?:\.[a-z0-9-]{3,30})?\.(?:eth|sol|crypto|nft|wallet|bnb|lens|near|base\.eth|cb\.id|tez)(?![\w-]|\.\w)/gi,
    {
      hints: ['.eth', '.sol', '.crypto', '.nft', '.wallet', '.bnb', '.lens', '.near', '.cb.id', '.tez'],
      cases: [['vitalik.eth will pay', 'eth-price.example.com']],
    },
  ),
];
