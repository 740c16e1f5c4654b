import { KEY_CONTEXT, type MatchContext, type Pattern } from './row.ts';
import { isKeySuspect, PUBLIC_CONTRACTS } from './wallets.ts';

/** A shape that is public by nature. What it covers is not looked at by the rows after it. */
export interface AllowedShape extends Pattern {
  readonly id: string;
  readonly accept?: (value: string, context: MatchContext, index: number, end: number) => boolean;
}

/** Keys that only name a request or a row. */
const PUBLIC_KEY_NAME =
  /(?:idempotency|idempotent|cache|partition|primary|foreign|sort|public|dedup\w{0,12}|object)[ _-]?key\W{0,4}(?:is )?\W{0,2}$/;

/** A number of this shape that belongs to a person's account, device or wallet, or that opens one. */
const PERSONAL_NAME =
  /\b(?:pix|idfa|idfv|gaid|aaid|udid|advertising id|device id|android id|api[ _-]?key|(?:access|auth|api|upload|secret|bearer|personal|deploy|user|write|app|bot|refresh|session|vault|codecov) token|secret|password|passcode)\b[^\n.?!]{0,12}$/;

export const allowedShapes: readonly AllowedShape[] = [
  {
    id: 'uuid',
    minRun: 8,
    begins: 'run',
    pattern:
      /(?<![0-9a-zA-Z-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-zA-Z-])/gi,
    accept: (_v, c, i, e) =>
      (!KEY_CONTEXT.test(c.before(i, 24)) || PUBLIC_KEY_NAME.test(c.before(i, 32))) &&
      !PERSONAL_NAME.test(c.before(i, 32)) &&
      !/^\W{0,3}(?:is (?:my|our|the) )?(?:api[ _-]?key|token|secret|password)\b/.test(c.after(e, 24)),
  },
  {
    // ULID: its first characters count milliseconds, so those of this century begin with 01.
    id: 'ulid',
    minRun: 26,
    begins: 'run',
    pattern: /(?<![0-9a-zA-Z_-])01[0-9A-HJKMNP-TV-Z]{24}(?![0-9a-zA-Z_-])/g,
    accept: (_v, c, i) => !KEY_CONTEXT.test(c.before(i, 24)),
  },
  {
    // W3C trace context: version, trace, span, flags.
    id: 'trace_parent',
    minRun: 32,
    pattern: /(?<![0-9a-zA-Z-])0[01]-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3](?![0-9a-zA-Z-])/g,
  },
  {
    id: 'digest',
    hints: ['sha', 'md5', 'blake3', 'keccak256', 'crc32'],
    pattern:
      /\b(?:sha-?(?:1|256|384|512)|md5|blake3|keccak256|crc32)[:=-](?:[0-9a-f]{8,128}|[A-Za-z0-9+/]{27,88}={0,2})(?![0-9a-zA-Z])/gi,
  },
  {
    id: 'public_fingerprint',
    minRun: 64,
    begins: 'run',
    pattern: /(?<![0-9a-zA-Z])(?:0x)?[0-9a-f]{64}(?![0-9a-zA-Z])/gi,
    accept: (_v, c, i, e) => !isKeySuspect(c, i, e),
  },
  {
    id: 'public_contract',
    minRun: 32,
    begins: 'run',
    pattern: /(?<![0-9a-zA-Z])(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})(?![0-9a-zA-Z])/g,
    accept: (v) => PUBLIC_CONTRACTS.has(v.toLowerCase()),
  },
  {
    id: 'date_time',
    digits: 8,
    begins: 'digits',
    firstDigits: [4],
    firstDigit: '2',
    glance: (text, at) => text[at + 4] === '-',
    pattern:
      /(?<![\d.])20\d{2}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g,
  },
  {
    id: 'caip',
    hints: ['eip155:', 'solana:', 'cosmos:', 'bip122:', 'tempo:'],
    pattern:
      /\b(?:eip155|solana|cosmos|bip122|tempo):[A-Za-z0-9-]{1,44}(?:\/(?:erc20|slip44|token):[A-Za-z0-9]{1,10})?(?![A-Za-z0-9])/g,
    accept: (v) => !/:0x[0-9a-f]{40}/i.test(v),
  },
  {
    id: 'version',
    pattern:
      /(?<![\w.])(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d|\d{1,3}\.\d{3}\.\d{3}(?!\d))(?:v\d{1,4}|\d{1,2}|20\d\d)\.\d{1,4}\.\d{1,6}(?:\.\d{1,6})?(?:[-+][a-z0-9.]{1,30})?(?!\w)(?![./]\d)/gi,
    accept: (v, c, i) =>
      /[a-z]/i.test(v) ||
      v.split('.').length === 3 ||
      /(?:version|ver|release|build|client|sdk|firmware|kernel)\W{0,3}$/.test(c.before(i, 14)),
  },
];
