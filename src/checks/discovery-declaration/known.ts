import { sameAddress } from '../../values/assets.ts';
import { type Json, record } from '../../values/challenge.ts';
import { listedToken, networkOf } from '../../values/tokens.ts';
import { entriesOf } from './entries.ts';
import { type DeclarationFinding, finding } from './finding.ts';
import { isPaid, operationsIn } from './operations.ts';
import type { PastedDeclaration } from './read.ts';

/** What is known of those who list and of those who buy, and stands in no validator. Each rule has the report that it is from. */

const X402 = 'https://github.com/x402-foundation/x402';
const X402SCAN_REPOSITORY = 'https://github.com/Merit-Systems/x402scan';
const X402SCAN = `${X402SCAN_REPOSITORY}/blob/HEAD/docs/DISCOVERY.md`;

export const MAX_DESCRIPTION = 500;
/** The smallest default limit on the way: aiohttp, and two pages of nginx. */
const MAX_HEADER_CHARS = 8_190;
/** A thousandth of a dollar in atomic units, below which CDP refused payments. */
const FLOOR_ATOMIC = 1_000n;
export const V1_ONLY = ['maxAmountRequired', 'resource', 'description', 'mimeType', 'outputSchema'] as const;
/** UTF-16 units or bytes outside ASCII. */
export const NOT_ASCII = /[\u0080-\uffff]/;

export function knownFindings(declared: PastedDeclaration): readonly DeclarationFinding[] {
  if (declared.kind === 'challenge') return ofChallenge(declared);
  if (declared.kind === 'mpp_challenge') return [];
  return declared.kind === 'openapi' ? ofOpenapi(declared.document) : ofWellKnown(declared.document);
}

function ofChallenge({
  document,
  headerChars,
  isWhole,
  status,
  text,
}: PastedDeclaration): readonly DeclarationFinding[] {
  const { description, url } = record(document.resource);
  const found: DeclarationFinding[] = [];
  const add = (...rest: Parameters<typeof finding>) => void found.push(finding(...rest));
  if (status === undefined)
    add('x402scan', 'bare_probe', X402SCAN, {
      why: 'Not known: give the status that a request without payment and without body is answered with.',
      verdict: 'not_checked',
    });
  else if (status !== 402)
    add('x402scan', 'bare_probe', X402SCAN, {
      why: `A request without payment has to be answered 402; this is ${status}.`,
      fix: 'Answer the bare request with 402, before the body or the query is validated.',
    });
  const isV1 = document.x402Version === 1;
  if (isWhole && !isV1 && headerChars === 0)
    add('clients', 'header_missing', `${X402}/issues/2207`, {
      why: 'Version 2 is read from the PAYMENT-REQUIRED header. This answer has it in the body alone.',
      fix: 'Send the same JSON in base64 as the PAYMENT-REQUIRED header.',
    });
  if (!isV1 && record(document.extensions).bazaar === undefined)
    add('bazaar', 'bazaar_declared', `${X402}/blob/HEAD/specs/extensions/bazaar.md`, {
      path: 'extensions.bazaar',
      why: 'There is no declaration, so a facilitator has nothing to list.',
      fix: 'Declare it with declareDiscoveryExtension of @x402/extensions/bazaar.',
    });
  if (typeof description === 'string' && [...description].length > MAX_DESCRIPTION)
    add('bazaar', 'description_length', `${X402}/issues/2785`, {
      path: 'resource.description',
      why: `It has ${[...description].length} characters; CDP answers 400 to every verify above ${MAX_DESCRIPTION}.`,
      fix: `Cut it to ${MAX_DESCRIPTION} characters.`,
    });
  if (headerChars > MAX_HEADER_CHARS)
    add('clients', 'header_size', `${X402SCAN_REPOSITORY}/blob/HEAD/apps/scan/src/lib/discovery/probe.ts`, {
      why: `The header has ${headerChars} characters; aiohttp and many proxies stop at ${MAX_HEADER_CHARS}.`,
      fix: 'Shorten the examples and schemas in extensions, or offer fewer ways to pay.',
    });
  if (NOT_ASCII.test(text))
    add('clients', 'ascii', `${X402}/issues/865`, {
      why: 'It has characters outside ASCII: clients that use atob and btoa break on them, or read others.',
      fix: 'Write them as \\u escapes in the JSON before it is encoded.',
      severity: 'warning',
    });
  if (typeof url === 'string' && /^http:\/\//i.test(url))
    add('bazaar', 'resource_https', `${X402}/pull/636`, {
      path: 'resource.url',
      why: 'The URL is http, which is what a server behind a TLS proxy takes itself for.',
      fix: 'Let the server trust the proxy, or set the resource URL.',
    });
  return [
    ...found,
    ...nulls(document),
    ...entriesOf(document).flatMap((entry, i) => ofEntry(document, entry, i)),
  ];
}

const nulls = (document: Json): readonly DeclarationFinding[] =>
  [
    ['', document] as const,
    ...entriesOf(document).map((entry, i) => [`accepts.${i}.`, entry] as const),
  ].flatMap(([at, part]) =>
    Object.entries(part)
      .filter(([, value]) => value === null)
      .map(([name]) =>
        finding('clients', 'null_member', `${X402}/pull/2774`, {
          path: `${at}${name}`,
          why: 'It is null: strict clients want it to be left out.',
          fix: 'Leave the member out.',
          severity: 'warning',
        }),
      ),
  );

function ofEntry(document: Json, entry: Json, i: number): readonly DeclarationFinding[] {
  const { network, asset, extra, amount } = entry;
  const at = `accepts.${i}`;
  const found: DeclarationFinding[] = [];
  const add = (...rest: Parameters<typeof finding>) => void found.push(finding(...rest));
  if (document.x402Version === 2) {
    for (const name of V1_ONLY.filter((each) => each in entry))
      add('clients', 'mixed_versions', `${X402}/issues/2112`, {
        path: `${at}.${name}`,
        why: 'A member of version 1 stands in an entry of version 2.',
        fix:
          name === 'maxAmountRequired'
            ? 'Name it `amount`.'
            : 'Leave it out; version 2 has it in `resource`.',
      });
    if (typeof network === 'string' && networkOf(network) !== network)
      add('clients', 'mixed_versions', `${X402}/issues/2112`, {
        path: `${at}.network`,
        why: 'The network has its name of version 1 in an entry of version 2.',
        fix: `Name it ${networkOf(network)}.`,
      });
  }
  for (const name of ['amount', 'maxAmountRequired'])
    if (typeof entry[name] === 'string' && !/^[0-9]+$/.test(entry[name]))
      add('clients', 'amount_atomic', `${X402SCAN_REPOSITORY}/pull/1006`, {
        path: `${at}.${name}`,
        why: 'It is no whole number of the smallest units of the token.',
        fix: 'Write 0.01 USDC as "10000".',
      });
  if (networkOf(String(network)).startsWith('eip155:'))
    for (const name of ['asset', 'payTo'])
      if (typeof entry[name] === 'string' && !/^0x[0-9a-f]{40}$/i.test(entry[name]))
        add('clients', 'not_an_address', `${X402SCAN_REPOSITORY}/issues/419`, {
          path: `${at}.${name}`,
          why: 'It is no address: nothing can be signed for it.',
          fix: name === 'asset' ? 'Give the address of the token.' : 'Give the address that is paid.',
        });
  const token = typeof asset === 'string' ? listedToken(String(network), asset) : undefined;
  const { name, version } = record(extra);
  if (token?.domain && (name !== token.domain.name || version !== token.domain.version))
    add('clients', 'token_domain', `${X402}/issues/3152`, {
      path: `${at}.extra`,
      why: `The signing domain of this token is name "${token.domain.name}", version "${token.domain.version}": signatures in another one do not verify.`,
      fix: `Set extra to ${JSON.stringify(token.domain)}.`,
    });
  if (typeof amount === 'string' && /^[0-9]{1,30}$/.test(amount) && BigInt(amount) < FLOOR_ATOMIC)
    add('bazaar', 'price_floor', `${X402}/issues/1171`, {
      path: `${at}.amount`,
      why: `It is below ${FLOOR_ATOMIC} atomic units: CDP was seen to refuse such payments as invalid_payload, and what never settles is never listed.`,
      severity: 'warning',
    });
  if (
    typeof entry.payTo === 'string' &&
    typeof asset === 'string' &&
    sameAddress(String(network), entry.payTo, asset)
  )
    add('clients', 'pay_to_token', X402, { path: `${at}.payTo`, why: 'The recipient is the token itself.' });
  return found;
}

function ofOpenapi(document: Json): readonly DeclarationFinding[] {
  const operations = operationsIn(document);
  const scan = (rule: string, path: string, why: string, fix: string, severity?: 'warning') =>
    finding('x402scan', rule, X402SCAN, { path, why, fix, ...(severity && { severity }) });
  return [
    ...(operations.some(isPaid)
      ? []
      : (['x402scan', 'mpp'] as const).map((reader) =>
          finding(reader, 'paid_operation', X402SCAN, {
            path: 'paths',
            why: 'No operation has x-payment-info.',
            fix: 'Add it to every paid operation.',
          }),
        )),
    ...operations.filter(isPaid).flatMap(({ path, operation }) => {
      const responses = record(operation.responses);
      return [
        ...('402' in responses
          ? []
          : [scan('response_402', `${path}.responses`, 'A paid operation has no 402 response.', 'Add it.')]),
        ...(Object.keys(responses).some(
          (status) => /^2/.test(status) && record(responses[status]).content !== undefined,
        )
          ? []
          : [
              scan(
                'output_schema',
                `${path}.responses`,
                'There is no output schema.',
                'Add content with a schema to the 200 response.',
                'warning',
              ),
            ]),
      ];
    }),
  ];
}

const ADDRESS = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) )?(?:https:\/\/[^\s/]+\/?\S*|\/\S*)$/;

function ofWellKnown(document: Json): readonly DeclarationFinding[] {
  const draft = Array.isArray(document.items);
  const name = draft ? 'items' : 'resources';
  const listed = document[name];
  const source = draft ? `${X402}/blob/HEAD/specs/extensions/well-known-discovery.md` : X402SCAN;
  const scan = (path: string, why: string, fix: string) =>
    finding('x402scan', 'well_known', source, { path, why, fix });
  const version = draft ? 'x402Version' : 'version';
  return [
    ...(document[version] === (draft ? 2 : 1)
      ? []
      : [scan(version, `It has to be the number ${draft ? 2 : 1}.`, 'Set it.')]),
    ...(Array.isArray(listed) && listed.length > 0
      ? []
      : [
          scan(
            name,
            'It lists nothing: paid resources are read from here alone.',
            'Name every paid resource.',
          ),
        ]),
    ...(Array.isArray(listed) ? listed : []).flatMap((each, i) => {
      const address = draft ? record(record(each).resource).url : each;
      return typeof address === 'string' && ADDRESS.test(address)
        ? []
        : [
            scan(
              `${name}.${i}`,
              'It is not an https address.',
              'Give the full address, or a method and a path.',
            ),
          ];
    }),
  ];
}
