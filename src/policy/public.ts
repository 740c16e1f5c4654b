import { wordsOfName } from './members.ts';

/** Where a value of JSON stands: what tells that it is public, and nobody's. */
export interface Place {
  /** Words of its own name. */
  readonly label: readonly string[];
  /** Words of the name of the object or list that it is in. */
  readonly above: readonly string[];
  /** Names of the members beside it. */
  readonly beside: ReadonlySet<string>;
  /** Whether a person is spoken of here or above. */
  readonly ofPerson: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const holds = (words: readonly string[], of: ReadonlySet<string>): boolean =>
  words.some((word) => of.has(word));

/** Names of people and of what they carry: a place or an address below one is theirs. */
const PEOPLE = set(
  `user users customer customers client clients person people patient patients employee employees driver drivers passenger
  member members contact contacts visitor visitors guest guests subscriber applicant tenant rider courier owner buyer
  recipient home device devices phone caller worker student child`,
);
export const namesPeople = (words: readonly string[]): boolean => holds(words, PEOPLE);

/** Codes that anyone may look up, or that a machine gave to a row. */
const CODES = set(
  `id ids uid lei isin cusip figi sedol gtin ean upc isbn issn doi orcid serial fingerprint thumbprint nanoid ksuid cuid xid
  snowflake ulid objectid etag hash digest checksum integrity sequence protein dna rna fasta smiles inchi inchikey geohash
  kid x5t commit sha sha1 sha256 sha512 md5 crc cursor slug shortid cid multihash blurhash ref reference trace span`,
);
const AMOUNTS = set(
  `amount amounts price prices liquidity balance supply reserve reserve0 reserve1 reserves wei gwei gas block height timestamp
  time tick volume total quantity size count cap fee fees sqrt weight difficulty offset bytes score rate`,
);
const CONTRACTS = set(
  'payto asset contract token pool pair factory router implementation proxy verifying vault market oracle spender feed quoter multicall miner validator proposer sequencer coinbase',
);
const NETWORK = set(
  'a aaaa dns record records rdata answer answers resolver resolvers nameserver nameservers ns mx ptr soa gateway cidr subnet range ranges origin edge pop listen bind upstream upstreams servers cluster prefix prefixes anycast hop hops',
);
const OF_DNS: readonly string[] = ['ttl', 'rdata', 'rrtype', 'cname', 'asn', 'prefix', 'nameserver'];

/** What opens something, whatever its name. */
const SECRET_FORM =
  /^(?:sk|pk|rk|gh[pousr]|github|xox|a[ks]ia|aiza|ya29|glpat|npm|eyj|sg\.|whsec|shp|hf|dop|key|tok|secret|pat|api|bearer|basic|pypi|sq0|ey|xprv|0x[0-9a-f]{64}$)/i;
const CODE = /^(?=.{6,64}$)[A-Za-z0-9_-]+$/;
const COLON_HEX = /^(?:[0-9A-F]{2}:){5,63}[0-9A-F]{2}$/i;
const RESIDUES = /^[A-Z*-]{12,4000}$/;
const FILE_BYTES =
  /^(?:data:(?:image|audio|video|font|application\/pdf)[^,]{0,60},|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|UEsDB|T2dnUw|SUQz|PHN2Zy|d09G|AAEAAAA)/;
const PUBLIC_PEM = /-----BEGIN (?:RSA |EC )?(?:PUBLIC KEY|CERTIFICATE|SSH2 PUBLIC KEY)-----/;
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|[0-9a-f:]{4,39}(?:\/\d{1,3})?)$/i;

/** Whether a text is public where it stands, so that its shape says nothing. Names of secrets are told apart before. */
export function isPublicValue(value: string, { label, above, beside, ofPerson }: Place): boolean {
  if (FILE_BYTES.test(value)) return true;
  if (PUBLIC_PEM.test(value)) return !value.includes('PRIVATE');
  if (beside.has('kty') && !beside.has('d'))
    return ['n', 'x', 'y', 'e', 'kid', 'x5c', 'x5t'].includes(label.join(' '));
  const last = label.at(-1) ?? '';
  if (COLON_HEX.test(value)) return CODES.has(last);
  if (EVM_ADDRESS.test(value))
    return (
      !ofPerson &&
      (holds(label, CONTRACTS) ||
        label.join('') === 'payto' ||
        (last === 'address' && holds(above, CONTRACTS)))
    );
  if (IP.test(value) && /[.:]/.test(value))
    return (
      !ofPerson && (holds(label, NETWORK) || holds(above, NETWORK) || OF_DNS.some((name) => beside.has(name)))
    );
  if (/^\d{12,80}$/.test(value)) return holds(label, AMOUNTS) || CODES.has(last);
  if (RESIDUES.test(value) && (last === 'protein' || last === 'sequence' || last === 'dna')) return true;
  return CODES.has(last) && CODE.test(value) && !SECRET_FORM.test(value);
}

/** Members' names as they are asked for. */
export const namesOf = (value: object): ReadonlySet<string> =>
  new Set(Object.keys(value).map((name) => wordsOfName(name).join(' ')));
