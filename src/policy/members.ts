/**
 * What the name of a JSON member says of its value, by the words of the name: `customerPhoneNumber` is customer, phone,
 * number. A name speaks of its own value and of no neighbour's.
 */

/** `customer_phoneNumber` → `customer`, `phone`, `number`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=\p{L}{2})\d{1,3}$/u, (digits) => (OF_THE_NAME.test(word) ? digits : '')))
    .filter((word) => word !== '');
/** Names whose digits count nothing. */
const OF_THE_NAME = /^(?:sha|md|bip|x|cvv|cvc|base|slip|w|utf|eip|erc)\d/;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Names of what opens something. */
const SECRET = set(
  `secret secrets token tokens password passwords passwd pwd pass passphrase passcode credential credentials auth
  authorization bearer private privkey priv seed mnemonic entropy pin otp cvv cvc jwt cookie signing signer hmac salt
  pepper wallet deployer apikey accesskey secretkey keystore psk dsn pat session sessionid xprv wif`,
);
/** Before `key` these make it one that opens something: `cacheKey` does not. */
const KEY_KINDS = set(
  'api access app account admin auth client consumer deploy deployment encryption license licence master private root secret server service shared signing signature ssh storage user wallet webhook web',
);
/** Names of numbers that belong to a person, a card or an account. */
const PERSONAL_NUMBER = set(
  `card pan cc ccn creditcard cardnumber ssn sin nino nhs cpf cnpj dni nif nie bsn pesel aadhaar aadhar pan curp rfc nir
  insee tax taxid tin vat ein itin passport national nationalid identity citizen social insurance medicare medicaid nric
  hkid rut cuit cuil egn iin inn snils jmbg oib cnp rrn tckn kimlik personnummer fodselsnummer cpr hetu isikukood amka
  phone phones tel telephone mobile cell cellphone msisdn fax whatsapp sms iban bban sortcode routing aba bank clabe bsb
  mrn patient npi imei iccid imsi meid license licence driver dob birth birthday birthdate pin cvv cvc otp passcode
  password secret npi employee student iqama emirates zehut taj kodas kods ahv avs`,
);
/** What names a row, a thing or a moment, and opens nothing. */
const IDENTIFIER = set(
  `id ids uuid guid ulid uid ref reference slug handle cursor etag sha sha1 sha256 sha512 md5 digest hash checksum
  fingerprint commit revision githead head nonce trace span request correlation event message job run build order invoice
  ticket batch tx txid transaction block user username account server host node owner sender tenant org organization
  organisation project workspace repo version release sku model integrity`,
);
/** Siblings that make a `name` that of a person. */
const OF_A_PERSON = set(
  `email mail phone mobile tel telephone cell dob birth birthday birthdate ssn passport gender sex age surname
  firstname lastname first last middle nationality salary patient street postcode zip diagnosis maiden spouse
  occupation`,
);

const holds = (words: readonly string[], of: ReadonlySet<string>): boolean =>
  words.some((word) => of.has(word));

/** What comes last is what is named: `token_id`, `secret_name` and `key_hash` are none. Some ids open something, too. */
const NAMED = set(
  `id ids uuid hash digest fingerprint count counts name names symbol address type types uri url limit limits usage ttl
  expiry expires version kind index price supply decimals standard scheme status length size`,
);
const OPENING_ID = /\b(?:session id|sessionid|access key id|secret id|login id)$/;

export const namesSecret = (words: readonly string[]): boolean =>
  NAMED.has(words.at(-1) ?? '') ? OPENING_ID.test(words.join(' ')) : opens(words);

const opens = (words: readonly string[]): boolean =>
  holds(words, SECRET) || words.some((word, i) => word === 'key' && i > 0 && KEY_KINDS.has(words[i - 1]!));

export const namesPersonalNumber = (words: readonly string[]): boolean => holds(words, PERSONAL_NUMBER);

/** By its last word: `user_id` and `user` name a row, `user_password` does not. */
export const namesIdentifier = (words: readonly string[]): boolean =>
  IDENTIFIER.has(words.at(-1) ?? '') && !namesSecret(words) && !namesPersonalNumber(words);

export const isPersonal = (names: readonly string[]): boolean =>
  names.some((name) => holds(wordsOfName(name), OF_A_PERSON));

const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
const HEX =
  /^(?:0x)?(?:[0-9a-f]{16}|[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** A digest in base64 with its padding, or after the name of its kind. */
const LABELLED_DIGEST = /^(?:sha-?\d{1,3}|md5|blake\w{1,3}|keccak256|0x)[:=-](?:0x)?[0-9a-f]{8,128}$/i;
const BASE64_DIGEST = /^(?:sha\d{1,3}-)?(?:[A-Za-z0-9+/]{27}=|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;

/** Numbers that machines draw or compute for anything: without a label that says otherwise they open nothing. */
export const isDrawnNumber = (value: string): boolean =>
  UUID.test(value) ||
  (HEX.test(value) && !ADDRESS.test(value)) ||
  BASE64_DIGEST.test(value) ||
  LABELLED_DIGEST.test(value);

const PLACE = set(
  'lat latitude lng lon long longitude coordinates coords coordinate gps geo geometry location position point center centre bbox',
);
export const namesPlace = (words: readonly string[]): boolean => holds(words, PLACE);
