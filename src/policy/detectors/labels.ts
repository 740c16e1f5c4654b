import { NAMES_NO_SECRET, secretLike } from './nearby.ts';
import { IN_LETTERS, LABEL_BEHIND } from './needed.ts';
import { isTransaction, SIGNATURE_CONTEXT } from './opaque.ts';
import { valuesWithDigits } from './places.ts';
import { type Detector, entropy, high } from './row.ts';

/** What people write where a credential would be, or after a label that is only talked about. */
const PLACEHOLDER =
  /^(?:[<{[(]|\$\{?[A-Za-z_]|%[A-Za-z]|\*+$|[xX.…•#-]{3,}$|your[_-]|my[_-](?:api[_-]?key|key|token|secret|api[_-]token|password)$|process\.env|env\.|os\.environ|example$|changeme$|placeholder|redacted|\[redacted|replace|insert|todo|tbd|n\/a|sample$|dummy$)/i;

/** A value that a program makes: `require('…')`, `keys.next(…)`. */
const CODE_CALL = /^[A-Za-z_$][\w.$]*\(/;

const PROSE = new Set(
  `a an the and or but nor for from with without within in on at by of to as is are was were be been being not no none
  never only already always also still yet then than that this these those it its we our my your their his her they you i
  required require requires optional needed necessary missing absent present used unused wrong incorrect invalid valid
  expired expires rotated rotates leaked exposed stored sent passed hashed encrypted managed protected reset resets empty
  null undefined true false yes set unset configured header headers field fields parameter parameters param params auth
  authentication authorization authorisation bearer basic token tokens key keys string value values hidden masked based
  free per correct accepted rejected supported unsupported before after during when while if unless until first second
  rotation management manager managers policy policies storage leak leaks exposure handling format formats type types
  length lifetime expiry ttl scope scopes scoped limit limits quota check checks checking check? verification validation
  protection prompt login signup account accounts access flow flows page form endpoint endpoints api apis route routes
  gated gating less lookup vault vaults service services provider provider's generator strength hygiene breach breached
  recovery usd usdc usdt eth btc sol dai price priced pricing cost costs fee fees budget amount balance contract contracts
  address addresses metered usage count counts counting sale sales economics gateway swap swaps transfer transfers pair
  issue issues issued issuer issuance question questions reason reasons error errors problem problems via over under about
  so which what how why where who whose can could should would will may might must do does did has have had get gets got
  publish published provide provided available visible shown documented mentioned listed given returned generated created
  holder owner bytes bits characters chars digits number numbers word words phrase phrases support supported settings
  option options method methods scheme schemes strategy side server client clients user users agent agents buyer seller
  vendor vendors team app apps application tool tools data request requests response responses call calls payment payments`.split(
    /\s+/,
  ),
);

const isProse = (value: string): boolean =>
  PROSE.has(
    value
      .toLowerCase()
      .replace(/[.,;:!?'")\]]+$/, '')
      .replace(/^['"(]+/, ''),
  );

const clean = (value: string): string => value.replace(/[.,;:!?'")\]]+$/, '');

/** After `:` or `=`: anything that is not prose or a placeholder is a value. */
export function assigned(value: string): boolean {
  const v = clean(value);
  return v.length >= 3 && !PLACEHOLDER.test(v) && !isProse(v) && !CODE_CALL.test(v);
}

/** After a bare label ("the password hunter2"): the value itself must look chosen. */
function looksChosen(value: string): boolean {
  const v = clean(value);
  if (v.length < 5 || PLACEHOLDER.test(v) || isProse(v) || /^\d+(?:\.\d+)?$/.test(v) || /^[$€£]/.test(v))
    return false;
  if (/^[a-z]+(?:-[a-z0-9]+){0,3}$/.test(v) || /^https?:/i.test(v) || /^\/[a-z]/i.test(v)) return false;
  return /\d/.test(v) ? /[A-Za-z]/.test(v) : /[!@#$%^&*_+~]/.test(v.slice(1));
}

/** What follows a folder: a pattern of files, or one with its ending. */
const isPath = (value: string): boolean => /\*|\.[a-z]{1,5}['"]?$|\//i.test(value);

/** Letters with digits and marks inside, as only chosen words are: no amount, handle, path or name of a thing. */
export function chosenMix(value: string): boolean {
  const v = clean(value);
  if (v.length < 6 || PLACEHOLDER.test(v) || /^https?:|^[/$€£@.]|[/<>{}=()[\]]/i.test(v)) return false;
  if (!/[A-Za-z]{3}/.test(v) || /^[A-Za-z-]+$/.test(v)) return false;
  const marked = /[!#$%^&*_+~@]/.test(v.slice(1));
  if (/^[A-Za-z]{1,4}-?\d+(?:\.\d+)*$|^v?\d|^[a-z]+-\d{1,4}$|@[\w-]+\.|^x402/i.test(v)) return false;
  return /\d/.test(v)
    ? marked || /[A-Z]/.test(v.slice(1)) || /[-.]/.test(v) || /[a-z]{3}\d{2,}$/.test(v)
    : marked;
}

/** A key after a weak label must be dense: "token: USDC" and "key: price" are not secrets. */
export function denseKey(value: string): boolean {
  const v = clean(value);
  if (v.length < 8 || PLACEHOLDER.test(v) || isProse(v) || CODE_CALL.test(v)) return false;
  if (/^0x[0-9a-fA-F]{40}$/.test(v) || /^https?:/i.test(v) || /^eip155:\d+$/.test(v)) return false;
  const words = v.split(/[-_./:]/);
  if (words.length > 1 && words.every((word) => /^(?:[a-z]{2,}|v?\d{1,4}|x402)$/i.test(word))) return false;
  return /\d/.test(v) ? entropy(v) >= 2.5 : v.length >= 16 && entropy(v) >= 3.3 && /[a-z][A-Z]/.test(v);
}

/** What is published in any case: the public half of a key. */
const PUBLIC_VALUE = /^ssh-(?:rsa|ed25519|dss)$|^ecdsa-sha2-/;

const opensSomething: NonNullable<Detector['accept']> = (value, context, index) =>
  !NAMES_NO_SECRET.test(context.before(index, 48)) &&
  !PUBLIC_VALUE.test(value) &&
  !(isTransaction(value) && SIGNATURE_CONTEXT.test(context.before(index, 16)));

const NAMES = {
  password:
    '(?:p[a@4](?:ss|\\$\\$|55) ?(?:w[o0]?r?ds?|phrases?|codes?|wd)|pwd|pw|pass|psk|pre-?shared key|wi-?fi key|wpa2? key|passwort|zugangscode|kennwort|losungswort|contrase(?:ñ|n)a|clave|mots? de passe|mdp|code secret|senha|palavra-passe|wachtwoord|has(?:ł|l)o|heslo|jelsz(?:ó|o)|parol(?:a|ă)|l(?:ö|o)senord|adgangskode|kodeord|passord|salasana|(?:ş|s)ifre|kata sandi|mật khẩu|mat khau|κωδικός|συνθηματικό|парол[ьяю]|пароля|סיסמה|סיסמא|كلمة (?:المرور|السر)|पासवर्ड|รหัสผ่าน|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호)',
  key: '(?:(?:api|app|access|account|secret|private|priv|signing|signature|encryption|master|service|admin|user|license|licence|auth|authentication|deploy|webhook|hmac|shared|session|client|consumer|bearer|refresh|personal access|access|bot|oauth|id|csrf|deployment|publishable|root|storage|server|ssh|wallet|x-api|x-auth|x-access)[ _-]{0,2}(?:key|token|secret|credential|code|hash|pat)s?|(?:session|secret|access key)[ _-]?id|apikey|secret|credentials?|creds?|token|pat|hmac|signature|key)',
};

const PASSWORD_HINTS = [
  'pass',
  'pwd',
  'pw',
  'psk',
  'shared',
  'fi key',
  'wifi key',
  'wpa',
  ...['p@', 'p4'].flatMap((start) => ['ss', '$$', '55'].map((middle) => start + middle)),
  'pa$$',
  'pa55',
  'kata sandi',
  'zugangscode',
  'losung',
  'code secret',
  'heslo',
  'jelsz',
  'parolă',
  'kode',
  'salasana',
  'şifre',
  'sifre',
  'mật khẩu',
  'mat khau',
  'κωδικός',
  'συνθηματικό',
  'парол',
  'סיסמ',
  'كلمة',
  'पासवर्ड',
  'รหัสผ่าน',
  '口令',
  '暗証番号',
  '암호',
  'kennwort',
  'contrase',
  'clave',
  'mot de passe',
  'mdp',
  'senha',
  'wachtwoord',
  'hasło',
  'haslo',
  'parola',
  'lösenord',
  'losenord',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
];
const KEY_HINTS = [
  'key',
  'token',
  'secret',
  'cred',
  'code',
  'hash',
  'hmac',
  'signature',
  // `paid` and `provider` hold "id", too: it counts at the end of a word only.
  ...['id', 'ids', 'pat', 'pats'].flatMap((name) => [...' \t\n:="\'`-→'].map((next) => name + next)),
];

/**
 * Values that a label gives away. Strong labels (password) accept any value that is not prose; weak ones (key, token)
 * ask for a dense value. Labels without a value ("does it need an API key?") match nothing.
 */
export const labelRows: readonly Detector[] = [
  high(
    'secret.password',
    'password',
    new RegExp(
      `(?<![A-Za-z])${NAMES.password}["']?(?: (?:for|to|of|on|at|für|zum|zur|vom|pour|du|de|del|della|para|do|da|voor|van|till|do|от|для|к) [\\p{L}\\p{N}_.@ -]{1,30}?)?\\s{0,3}(?::=|=>|->|[:=]|→)\\s{0,3}(?:[|>][-+]?\\s{1,12})?["'\`]?(?<v>[^\\s"'\`,;]{3,200})`,
      'giu',
    ),
    {
      hints: PASSWORD_HINTS,
      // "pass: Element" is the outcome of a test; a short label asks for more than a word.
      accept: (v, c, i) =>
        assigned(v) && !(/\bpass["']?\s?[:=]\s?["']?$/.test(c.before(i, 12)) && /^[A-Z]?[a-z]+\W*$/.test(v)),
      cases: [
        ['login admin password: Hunter2!winter', 'the password reset API'],
        ['Пароль от панели: Zima2024!', 'сервис проверки: пароль по API, 0.01 USD'],
        ['كلمة المرور: Qamar2026!', 'هل سعر واجهة كلمة المرور 0.01 دولار مناسب؟'],
        ['password: tango, four, uniform, nine, dash, kilo', 'password checks on five, six or seven hosts'],
      ],
    },
  ),
  high(
    'secret.password',
    'password',
    new RegExp(
      `(?<![A-Za-z])${NAMES.password}\\s(?:is|was|are|ist|lautet|es|est|è|é|jest|är|adalah|là|это|=)\\s(?:now |set to |still |just )?["'\`]?(?<v>[^\\s"'\`,;]{3,200})`,
      'gi',
    ),
    {
      hints: PASSWORD_HINTS,
      accept: (v) => assigned(v) && !/(?:ed|ing|ly|able)[.,?!]?$/.test(v),
      cases: [
        [
          'the password is capital K, then seven, dash, lower-case m',
          'does it check capital letters and numbers in a password',
        ],
      ],
    },
  ),
  high(
    'secret.password',
    'password',
    new RegExp(
      `(?<![A-Za-z])(?:${NAMES.password}|login|log ?in with|sign ?in with|creds|credentials)\\s["'\`]?(?<v>[^\\s"'\`,;]{5,200})`,
      'gi',
    ),
    { hints: [...PASSWORD_HINTS, 'login', 'log in', 'sign', 'creds', 'credentials'], accept: looksChosen },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /\b(?:login|creds|credentials|user(?:name)?|account|auth|basic auth|ssh|ftp|smtp|root|admin)\b[^\n]{0,12}?\s(?<v>[A-Za-z0-9._@-]{2,60}(?:[:/]| \/ | : )[^\s:/"'<>,]{5,80})(?=[\s,.;]|$)/gi,
    {
      hints: [':', '/'],
      accept: (v) => {
        const right = v.split(/[:/]/)[1] ?? '';
        return (
          /\d|[!@#$%^&*]/.test(right) &&
          /[A-Za-z]/.test(right) &&
          !/^\/|:\/\/|^eip155|\.(?:json|html|com|io)$|^v\d/i.test(v) &&
          !/^v\d|^\d/.test(right)
        );
      },
      cases: [['login as root / toor1234', 'login or signup']],
    },
  ),
  high(
    'secret.labelled_key',
    'secret',
    new RegExp(
      `(?<![A-Za-z0-9])${NAMES.key}["'\`]?(?: (?:for|of|to|from) [\\w.' -]{1,40}?| ?\\([^()\\n]{1,40}\\))?\\s{0,3}(?::=|=>|->|[:=]|→)\\s{0,3}["'\`]?(?<v>[^\\s"'\`,;]{6,4000})`,
      'gi',
    ),
    {
      hints: KEY_HINTS,
      accept: (v, c, i, e) => denseKey(v) && opensSomething(v, c, i, e),
      cases: [['x-api-key: 5f4dcc3b5aa765d61d8327deb882cf99', 'API key: required']],
    },
  ),
  high(
    'secret.labelled_key',
    'secret',
    new RegExp(
      `(?<![A-Za-z0-9])${NAMES.key}\\s(?:is|was|reads|equals|being|of|value)\\s["'\`]?(?<v>[^\\s"'\`,;]{8,4000})`,
      'gi',
    ),
    {
      hints: KEY_HINTS,
      accept: (v, c, i, e) => denseKey(v) && /\d/.test(v) && opensSomething(v, c, i, e),
    },
  ),
  high(
    'secret.labelled_key',
    'secret',
    /(?<![A-Za-z0-9])(?:api key|apikey|api_key|api token|secret key|access key|access token|auth token|client secret|secret|bot token|license key|session id|personal access token|x-api-key|x-auth-token)\s(?:["'`(]{1,2})?(?<v>[^\s"'`,;)]{8,4000})/gi,
    {
      hints: ['key', 'token', 'secret', 'session id'],
      accept: (v) => denseKey(v) && /\d/.test(v) && /[A-Za-z]/.test(v),
    },
  ),
  high(
    'secret.env_assignment',
    'secret',
    /(?<![A-Za-z0-9_])(?:[A-Z][A-Z0-9]{0,30}_){0,6}(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|PWD|PASS|CREDENTIALS?|PRIVATE_KEY|MNEMONIC|SEED|DSN|AUTH|PAT|SALT|PEPPER|APIKEY)\s?[=:]\s?["'`]?(?<v>[^\s"'`]{5,4000})/g,
    {
      hints: ['=', ':'],
      accept: (v) => assigned(v) && !/^[A-Za-z]+$/.test(clean(v).length < 8 ? v : ''),
      cases: [['DEPLOY_SECRET=plum-orchard-77', 'PAYMENT_TOKEN=<token>']],
    },
  ),
  high(
    'secret.env_assignment',
    'secret',
    /(?<![A-Za-z0-9_])[A-Z][A-Z0-9]{0,20}(?:PASSWORD|PASSWD|SECRET|TOKEN|APIKEY)\s?=\s?["'`]?(?<v>[^\s"'`]{4,4000})/g,
    { hints: ['password', 'passwd', 'secret', 'token', 'apikey'], accept: assigned },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /(?<![\w.@/:-])(?:admin|administrator|root|user|guest|test|demo|operator|postgres|sa)\s?[:/]\s?(?<v>[^\s:/"'<>,;]{5,80})(?=[\s,.;]|$)/gi,
    { hints: [':', '/'], accept: (v) => looksChosen(v) && !isPath(v) },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /\b(?:user(?:name)?|login|account|email)\s?[:=]?\s?[\w.@+-]{2,60},?\s(?:and\s)?(?:the\s)?(?:password|passwd|pass|pwd|pw)\s?[:=]?\s?(?:is\s)?(?<v>\S{4,100})/gi,
    { hints: ['pass', 'pwd', 'pw'], accept: assigned },
  ),
  high(
    'secret.password',
    'password',
    /\b(?:pass ?words?|pass ?phrases?|passwd|pwd|pass ?codes?)\b\s{0,2}(?:is|was|:|=)\s{0,2}(?<v>"[^"\n]{4,100}"|'[^'\n]{4,100}'|\u201c[^\u201d\n]{4,100}\u201d)/gi,
    { hints: ['pass', 'pwd'], needs: /["'\u201c]/, accept: (v) => !PLACEHOLDER.test(v.slice(1, -1)) },
  ),
  high(
    'secret.password',
    'password',
    /\b(?:mysql|mariadb|mysqldump|psql|pg_dump|mongo|mongosh|redis-cli|ldapsearch|sshpass|smbclient|7z|unzip|zip)\b[^\n|;]{0,80}?\s-[paPw]\s?(?<v>[^\s-][^\s]{3,80})/g,
    {
      hints: [
        'mysql',
        'mariadb',
        'psql',
        'pg_dump',
        'mongo',
        'redis-cli',
        'ldapsearch',
        'sshpass',
        'smbclient',
        '7z',
        'zip',
      ],
      accept: (v) => !PLACEHOLDER.test(v) && !/^\d{1,5}$/.test(v),
    },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /\bbasic(?: auth)?\b[^\n]{0,8}?\s(?<v>[A-Za-z0-9._@-]{2,60}:[^\s:"'<>,]{4,80})/gi,
    { hints: ['basic'], accept: (v) => !/:\/\//.test(v) && !PLACEHOLDER.test(v.split(':')[1] ?? '') },
  ),
  high(
    'secret.one_time_code',
    'secret',
    /\b(?:otp|one[- ]time (?:code|password|passcode|pin)|2fa(?: code)?|mfa(?: code)?|verification code|auth(?:entication)? code|sms code|security code|login code|(?:backup|recovery|scratch|emergency|rescue|reset|confirmation|access|device) codes?|totp(?: secret| seed)?)\b[^\n\d]{0,16}(?<v>\d{2,4}(?:[ -]?\d{2,4}){1,3}(?!\d)|[A-Z2-7]{16,64}|[a-z0-9]{4,5}-[a-z0-9]{4,5}(?:[ ,]{1,2}[a-z0-9]{4,5}-[a-z0-9]{4,5}){0,9})/gi,
    {
      hints: ['otp', 'one', '2fa', 'mfa', 'code'],
      cases: [['the otp is 99 21 43', 'OTP delivery at $0.01']],
    },
  ),
  high(
    'secret.pin',
    'password',
    /\b(?:pin|puk|pin ?code|passcode|atm pin|card pin|unlock code|door code|gate code|safe combination|entry code|alarm code)\b\s{0,2}(?:number|no\.?|code)?\s{0,2}(?:is|:|=|#)?\s{0,2}(?<v>\d{3,8})(?![\d.:%])/gi,
    {
      hints: ['pin', 'puk', 'code', 'combination'],
      accept: (_v, c, i) => !/(?:zip|post(?:al)?|status|http|error|country|area)\s?$/.test(c.before(i, 12)),
      cases: [['my pin is 4821', 'pin the version']],
    },
  ),
  high(
    'secret.pin',
    'password',
    /\b(?:pins?|pin ?code|passcode|access code|security code|combination)(?: number)?\b (?:for|of|to|on|at) [^\n.?!\d:]{2,40}?(?: is| was| reads|:| =) ?(?<v>\d{4,8})(?![\d.:%]|\s?(?:usd|calls|units|tokens|bytes))/gi,
    { digits: 4, hints: ['pin', 'code', 'combination'] },
  ),
  high(
    'secret.pin',
    'password',
    /\b(?:my|our|the|his|her|their|card|atm|bank|phone|login|new|old|set|use|with) (?:[a-z]{1,12} )?pin (?:is |was |code )?(?:set |changed |now )?(?:to |as |at )?(?<v>\d{4,8})(?![\d.:%]|\s?(?:usd|calls|units|tokens|bytes))/gi,
    { digits: 4, hints: ['pin'] },
  ),
  high(
    'secret.one_time_code',
    'secret',
    /\b(?:sms|text(?:ed)?|sent|e?mail(?:ed)?|authenticator|verification|verify|log ?in|sign ?in|2fa|otp|one[- ]time)\b[^\n.?!]{0,40}\bcode\b[^\n.?!\d]{0,30}(?<![\w.$€£])(?<v>\d{3}[ -]?\d{3}|\d{4}(?:[ -]?\d{4})?)(?![\w%]|\.\d| ?(?:usd|calls|units|tokens|bytes))/gi,
    { digits: 4, hints: ['code'] },
  ),
  high(
    'secret.one_time_code',
    'secret',
    /\bcode\b[^\n.?!\d]{0,16}\b(?:sms|texted|sent (?:me|us|to)|e?mailed|authenticator)\b[^\n.?!\d]{0,24}(?<![\w.$€£])(?<v>\d{3}[ -]?\d{3}|\d{4}(?:[ -]?\d{4})?)(?![\w%]|\.\d| ?(?:usd|calls|units|tokens|bytes))/gi,
    { digits: 4, hints: ['code'] },
  ),
  high(
    'secret.one_time_code',
    'secret',
    /\b(?:guard|login|log-in|sign-in|verification|security|access|auth|confirmation|backup|rescue|pairing|activation) codes? (?:is|was|are|:|=) ?(?<v>(?=[A-Z0-9-]{0,8}\d)(?=[A-Z0-9-]{0,8}[A-Z])[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){0,3})(?![\w-])/g,
    { hints: ['code'] },
  ),
  high(
    'secret.one_time_code',
    'secret',
    /\b(?:authenticator|totp|2fa|mfa|otp|two[- ]factor|setup key|shared secret|google auth)\b[^\n.?!:]{0,30}[ :=](?<v>(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![\w-])/gi,
    {
      hints: ['auth', 'totp', '2fa', 'mfa', 'otp', 'factor', 'setup key', 'shared secret'],
      accept: (v) => v.split(/[ -]/).filter((group) => /[2-7]/.test(group)).length >= 2,
    },
  ),
  high(
    'secret.value_before_label',
    'password',
    /(?<![^\s"'`(])(?<v>[^\s"'`,;()<>]{6,64})(?![^\s"'`,;()<>])["'`)]{0,2}\s{0,2}(?:<-+|←|(?<=\s)\(|(?:[a-z]{1,12} ){0,2}(?:is|was|are|as|goes in(?:to)?|for|works as|opens|unlocks)\b)\s?(?:[a-z']{1,10} ){0,3}(?:password|passwd|passphrase|passcode|pwd|secret key|api[ _-]?key|access (?:key|token)|auth token|login|credential)s?\b/gi,
    {
      begins: valuesWithDigits,
      needs: LABEL_BEHIND,
      hints: [
        'passw',
        'passp',
        'passc',
        'pwd',
        'secret key',
        'api',
        'access',
        'auth token',
        'login',
        'credential',
      ],
      accept: (v) => secretLike(v) && /\d/.test(v) && !/^https?:|^[\w.-]+\(|@[\w-]+\./.test(v),
      cases: [['hunter2hunter2 is the password', 'gpt-4o is the model for the login endpoint']],
    },
  ),
  high(
    'secret.security_answer',
    'password',
    /\b(?:mother['’]?s maiden name|maiden name|(?:first|childhood) pet(?:['’]?s name)?|security (?:answer|question)|secret (?:answer|question)|memorable (?:word|place|name|answer)|favou?rite teacher|street (?:i|you) grew up on)\b[^\n]{0,40}?(?: is| was|:| =|->) ?["']?(?<v>[\p{L}\p{N}][^\n"',;]{2,40})/giu,
    {
      hints: ['maiden', 'pet', 'security', 'secret', 'memorable', 'favo', 'grew up'],
      accept: (v) => !isProse(v.split(' ')[0] ?? '') && !PLACEHOLDER.test(v),
      cases: [["mother's maiden name is Kowalska", 'a maiden name field in the API']],
    },
  ),
  high(
    'secret.password',
    'password',
    /\b(?:unlock(?:s|ed)?|opens?|decrypt(?:s|ed)?|log(?:s|ged)? (?:me )?in(?:to [\w ]{1,24})?|sign(?:s|ed)? in|authenticat(?:e|es|ed)|protected|get in|enter|gets? you in) (?:[\w']{1,14} ){0,4}?(?:with|using|by|via|typing|as)\b[^\n.?!]{0,24}? ["'“‘\x60]?(?<v>[^\s"'“”‘’\x60,;]{6,64})/gi,
    {
      hints: ['unlock', 'open', 'decrypt', 'log', 'sign', 'authenticat', 'protected', 'get', 'enter'],
      accept: chosenMix,
    },
  ),
  high(
    'secret.password',
    'password',
    /(?<=[a-z0-9])(?:Password|Passwd|Pwd|PassPhrase|Passphrase|Pass)["'\x60]?\s{0,3}(?::=|=>|->|[:=])\s{0,3}["'\x60]?(?<v>[^\s"'\x60,;]{3,200})/g,
    { hints: ['pass', 'pwd'], accept: assigned },
  ),
  high(
    'secret.labelled_key',
    'secret',
    /(?<=[a-z0-9])(?:ApiKey|APIKey|Token|Secret|SecretKey|AccessKey|PrivateKey|AuthKey|Credential|Jwt|JWT|Key)["'\x60]?\s{0,3}(?::=|=>|->|[:=])\s{0,3}["'\x60]?(?<v>[^\s"'\x60,;]{6,4000})/g,
    { hints: ['key', 'token', 'secret', 'credential', 'jwt'], accept: denseKey },
  ),
  high(
    'secret.markup_value',
    'secret',
    /<(?:[\w-]{1,20}:)?[\w-]{0,20}(?:password|passwd|pwd|secret|token|api-?key|passphrase|credential)s?(?:\s[^<>]{0,80})?>\s{0,3}(?<v>[^<>\s]{4,4000})\s{0,3}</gi,
    {
      hints: ['password>', 'passwd', 'pwd', 'secret', 'token', 'key', 'phrase', 'credential', 'password'],
      accept: assigned,
      cases: [['<password>Spring77x</password>', '<price>0.01</price>']],
    },
  ),
  high(
    'secret.markup_value',
    'secret',
    /\b(?:key|name|id)\s?=\s?["'][^"'\n]{0,40}(?:password|passwd|pwd|secret|token|apikey|api[-_]key|passphrase|credential)s?["']\s{1,3}(?:value|content)\s?=\s?["'](?<v>[^"'\n]{4,4000})["']/gi,
    { hints: ['value', 'content'], accept: assigned },
  ),
  high(
    'secret.pin',
    'password',
    /\b(?:pin|puk|passcode|keypad|door code|gate code|combination|access code|unlock code)\b[^\n.?!\d]{0,40}?(?<v>(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]{1,2}){3,7}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b|(?<![\w.$€£])\d(?:[ -]\d){3,7}(?![\w%-]|[.,]\d))/gi,
    { hints: ['pin', 'puk', 'passcode', 'keypad', 'code', 'combination'] },
  ),
  high(
    'secret.markup_value',
    'secret',
    /"(?:key|name|id|field|variable)"\s?:\s?"[^"\n]{0,60}(?:password|passwd|pwd|secret|token|apikey|api[-_]key|passphrase|credential)s?"\s?,\s{0,12}"(?:value|content|default|data)"\s?:\s?"(?<v>[^"\n]{4,4000})"/gi,
    { hints: ['"value"', '"content"', '"default"', '"data"'], accept: assigned },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /\b(?:u|user|usr|id)\s?[:=]\s?\S{2,60}[,;/ ]{1,3}(?:p|pw|pass|pwd) ?[:=]\s?(?<v>[^\s"',;]{5,100})/gi,
    { hints: ['p:', 'p=', 'p :', 'p =', 'pw', 'pass', 'pwd'], accept: looksChosen },
  ),
  high(
    'secret.user_password_pair',
    'password',
    /\b(?:creds?|credentials|log ?in|account|password)s?\b[^\n.?!]{0,20}?\b(?:admin|administrator|root|user|guest|test|demo|postgres|sa|pi)\s?[/:]\s?(?<v>[^\s/:,;"']{3,60})(?=[\s,.;]|$)/gi,
    {
      hints: ['cred', 'login', 'log in', 'account', 'password'],
      accept: (v) => assigned(v) && /^[\w!@#$%^&*.-]+$/.test(v),
    },
  ),
  // A phrase in quotes, and a password spelled letter by letter.
  high(
    'secret.password',
    'password',
    /(?<![A-Za-z])(?:pass ?phrase|pass ?word|pass ?code|kennwort|passwort|mot de passe|contraseña|senha|parola|has[łl]o)\b(?:[^\n"'“‘„«.?!]{0,60}?(?:\bis|\bwas|\blautet|\bist|\bes|\best|:|=))?\s?["'“‘„«]\s?(?<v>[^"'”’“»\n]{10,120})["'”’“»]/giu,
    {
      hints: ['pass', 'kennwort', 'contraseña', 'senha', 'parola', 'haslo', 'hasło'],
      needs: /["'“‘„«]/,
      accept: (v) =>
        v.trim().split(/\s+/).length > 2 &&
        !/\b(?:invalid|wrong|errors?|required|missing|fail\w*|denied|weak|expired|incorrect|not|too|must|please|forgot\w*|reset|enter)\b/i.test(
          v,
        ),
      cases: [
        [
          'passphrase for the keystore is \u2018nine grey otters\u2019',
          'the passphrase error is "invalid input, try again"',
        ],
      ],
    },
  ),
  high(
    'secret.password',
    'password',
    /\b(?:pass ?phrase|pass ?words?|pass ?code|pwd|secret|key)\b[^\n]{0,60}?(?<v>\b(?:capital|upper-?case|lower-?case) [a-z]\b[^\n?]{0,80}?\b(?:capital|upper-?case|lower-?case|dash|hyphen|underscore|exclamation|hash|asterisk|dollar sign|at sign|dot|number)\b)/gi,
    { hints: ['capital', 'uppercase', 'upper-case', 'lowercase', 'lower-case'] },
  ),
  high(
    'secret.password',
    'password',
    /\b(?:pass ?phrase|pass ?words?|pass ?code|pwd|secret|key|token)\b[^\n]{0,48}?(?<v>(?:\b(?:capital|upper-?case|lower-?case|zero|one|two|three|four|five|six|seven|eight|nine|dash|hyphen|underscore|exclamation(?: mark| point)?|hash|dollar|alf?pha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whisk(?:e)?y|x-?ray|yankee|zulu)\b[ ,-]{1,3}){5,40}\w*)/gi,
    {
      hints: ['pass', 'pwd', 'secret', 'key', 'token'],
      needs: IN_LETTERS,
      accept: (v) => IN_LETTERS.test(v),
    },
  ),
  // Turkish joins whose it is to the word: "şifrem Papatya8069*".
  high(
    'secret.password',
    'password',
    /(?<!\p{L})(?:[şs]ifre(?:m|miz|si|niz|n)|parola(?:m|mız|sı|nız))(?!\p{L})\s?[:=]?\s?(?<v>[^\s"'`,;]{5,100})/giu,
    {
      hints: ['şifre', 'sifre', 'parola'],
      accept: looksChosen,
      cases: [['\u015fifrem Lale4411!', '\u015fifre API 0.01']],
    },
  ),
  high(
    'secret.in_parts',
    'secret',
    /\b(?:part|half|piece|chunk|segment|share) ?(?:[#\d]|one|two|three|a|b)?\s?(?:is|:|=|->|→)\s{0,2}(?<v>[A-Za-z0-9+/_-]{5,200})/gi,
    {
      hints: ['part', 'half', 'piece', 'chunk', 'segment', 'share'],
      accept: (v, c, i) =>
        /\b(?:key|secret|token|pass\w{0,5}|seed|credential|share)\b/.test(c.before(i, 70)) &&
        /\d/.test(v) &&
        /[A-Za-z]/.test(v) &&
        entropy(v) >= 2.2,
      cases: [['key part 1: AKIA8I1E28E4', 'part 1: the API costs 0.01']],
    },
  ),
  high(
    'secret.app_password',
    'password',
    /\b(?:app(?:lication)?[- ](?:specific )?password|app pass)\b[^\n]{0,12}?(?<v>[a-z]{4}[ -][a-z]{4}[ -][a-z]{4}[ -][a-z]{4})\b/gi,
    { hints: ['app'], cases: [['app password abcd efgh ijkl mnop', 'app passwords are optional']] },
  ),
];
