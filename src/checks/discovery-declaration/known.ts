import { sameAddress } from '../../values/assets.ts';
import { type Json, record } from '../../values/challenge.ts';
import { listedToken, networkOf } from '../../values/tokens.ts';
import { type Finding, finding } from './finding.ts';
import { isPaid, operationsIn } from './operations.ts';
import type { Declared } from './read.ts';

/** What is known of those who list and of those who buy, and stands in no validator. Each rule has the report that it is from. */

const X402 = 'https://github.com/x402-foundation/x402';
const X402SCAN = 'https://github.com/Merit-Systems/x402scan/blob/HEAD/docs/DISCOVERY.md';

export const MAX_DESCRIPTION = 500;
/** The smallest default limit on the way: aiohttp, and two pages of nginx. */
const MAX_HEADER_CHARS = 8_190;
/** A thousandth of a dollar in atomic units, below which CDP refused payments. */
const FLOOR_ATOMIC = 1_000n;
export const V1_ONLY = ['maxAmountRequired', 'resource', 'description', 'mimeType', 'outputSchema'] as const;
/** UTF-16 units or bytes outside ASCII. */
export const NOT_ASCII = /[\u0080-\uffff]/;

export function knownFindings(declared: Declared): readonly Finding[] {
  if (declared.kind === 'challenge') return ofChallenge(declared);
  return declared.kind === 'openapi' ? ofOpenapi(declared.document) : ofWellKnown(declared.document);
}

export const entriesOf = (document: Json): readonly Json[] =>
  Array.isArray(document.accepts) ? document.accepts.map(record) : [];

function ofChallenge({ document, headerChars, status, text }: Declared): readonly Finding[] {
  const { description, url } = record(document.resource);
  const found: Finding[] = [];
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
  if (record(document.extensions).bazaar === undefined)
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
    add(
      'clients',
      'header_size',
      'https://github.com/Merit-Systems/x402scan/blob/HEAD/apps/scan/src/lib/discovery/probe.ts',
      {
        why: `The header has ${headerChars} characters; aiohttp and many proxies stop at ${MAX_HEADER_CHARS}.`,
        fix: 'Shorten the examples and schemas in extensions, or offer fewer ways to pay.',
      },
    );
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

const nulls = (document: Json): readonly Finding[] =>
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

function ofEntry(document: Json, entry: Json, i: number): readonly Finding[] {
  const { network, asset, extra, amount } = entry;
  const at = `accepts.${i}`;
  const found: Finding[] = [];
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

function ofOpenapi(document: Json): readonly Finding[] {
  const operations = operationsIn(document);
  const scan = (rule: string, path: string, why: string, fix: string, severity?: 'warning') =>
    finding('x402scan', rule, X402SCAN, { path, why, fix, ...(severity && { severity }) });
  const info = record(document.info);
  return [
    ...(operations.some(isPaid)
      ? []
      : [
          scan(
            'paid_operation',
            'paths',
            'No operation has x-payment-info.',
            'Add it to every paid operation.',
          ),
        ]),
    ...['title', 'version']
      .filter((name) => typeof info[name] !== 'string')
      .map((name) => scan('info', `info.${name}`, 'It is missing.', 'Add it.')),
    ...(typeof info['x-guidance'] === 'string'
      ? []
      : [
          scan(
            'guidance',
            'info.x-guidance',
            'Agents get no guidance.',
            'Say in it what the routes are for.',
            'warning',
          ),
        ]),
    ...operations.flatMap((each) => {
      const { path, operation, method } = each;
      const responses = record(operation.responses);
      if (!isPaid(each))
        return Array.isArray(operation.security) || document.security !== undefined
          ? []
          : [
              scan(
                'free_operation',
                `${path}.security`,
                'It is neither paid nor declared free, so it is probed and fails.',
                'Add `"security": []`.',
                'warning',
              ),
            ];
      const takesBody = ['post', 'put', 'patch'].includes(method);
      const hasInput = takesBody ? operation.requestBody !== undefined : Array.isArray(operation.parameters);
      return [
        ...('402' in responses
          ? []
          : [scan('response_402', `${path}.responses`, 'A paid operation has no 402 response.', 'Add it.')]),
        ...(hasInput
          ? []
          : [
              scan(
                'input_schema',
                path,
                'There is no input schema.',
                takesBody ? 'Add requestBody.' : 'Add parameters, an empty list if there are none.',
              ),
            ]),
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

function ofWellKnown(document: Json): readonly Finding[] {
  const draft = Array.isArray(document.items);
  const listed = (draft ? document.items : document.resources) as readonly unknown[];
  const name = draft ? 'items' : 'resources';
  const source = draft ? `${X402}/blob/HEAD/specs/extensions/well-known-discovery.md` : X402SCAN;
  const scan = (path: string, why: string, fix: string) =>
    finding('x402scan', 'well_known', source, { path, why, fix });
  const version = draft ? 'x402Version' : 'version';
  return [
    ...(document[version] === (draft ? 2 : 1)
      ? []
      : [scan(version, `It has to be ${draft ? 2 : 1}.`, 'Set it.')]),
    ...(listed.length > 0 ? [] : [scan(name, 'It lists nothing.', 'Name every paid resource.')]),
    ...listed.flatMap((each, i) => {
      const address = draft ? record(record(each).resource).url : each;
      return typeof address === 'string' && ADDRESS.test(address)
        ? []
        : [scan(`${name}.${i}`, 'It is no https address.', 'Give the full address, or a method and a path.')];
    }),
  ];
}
