import { readFileSync } from 'node:fs';
import { matchWith } from '../buyer/preflight.ts';
import { isOpenToOthers, type PurchaseRequest } from '../buyer/request.ts';
import type { PayableNetwork } from '../buyer/wallets.ts';
import { selectedBy } from '../declare.ts';
import type { SoldProduct } from '../discovery/sold.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import { say } from './buy-money.ts';
import { stop } from './buyer-keys.ts';

/** What `assay buy` asks for, out of its options. */
export interface BuyQuestion {
  readonly subject?: string;
  readonly goal?: string;
  readonly signal?: readonly string[];
  readonly limit?: readonly string[];
  readonly challengeFrom?: string;
  readonly body?: string;
  readonly max?: bigint;
  readonly maxTime: number;
  readonly url: string;
  readonly payTo?: string;
  readonly rail: 'x402' | 'mpp';
  readonly network: PayableNetwork;
  readonly client?: string;
  readonly clientVersion?: string;
  readonly protocol?: string;
  readonly version?: string;
  readonly behaviour?: string;
  readonly severity?: string;
  readonly shape?: string;
}

/** Options that choose what of a product is bought, by the name of their query parameter. */
const CHOOSING = ['version', 'behaviour', 'severity', 'shape'] as const;

/** What is asked for, at the most for --max. Runs the free preflight of a product that needs a match. */
export async function requestFor(
  product: SoldProduct | undefined,
  options: BuyQuestion,
): Promise<PurchaseRequest> {
  if (!product || options.max === undefined)
    return stop('usage', 'give a product and --max, or --resume with a kept payment');
  if (options.rail === 'mpp' && options.network !== DEFAULT_NETWORK)
    stop('usage', `--network ${options.network} is paid over x402: leave --rail mpp out`);
  const baseUrl = originOf(options.url);
  const unused = CHOOSING.find((name) => options[name] !== undefined && !selectedBy(product).includes(name));
  if (unused) stop('usage', `${product.id} takes no --${unused}`);
  const asked =
    product.admission?.kind === 'match' ? await matched(product, baseUrl, options) : asIs(product, options);
  return {
    ...{ baseUrl, path: product.path, maxAmountAtomic: options.max, ...asked },
    maxLiveSeconds: options.maxTime,
    ...(options.payTo && { payTo: options.payTo }),
    ...(options.network !== DEFAULT_NETWORK && { network: options.network }),
  };
}

type Question = Pick<PurchaseRequest, 'method' | 'body' | 'query'>;

function asIs(product: SoldProduct, options: BuyQuestion): Question {
  const body = bodyOf(options);
  const method = body ? 'POST' : 'GET';
  if (!product.forms.some((form) => form.method === method))
    stop(
      'usage',
      body
        ? `${product.id} takes no body`
        : `${product.id} needs a body: give --body, or --subject and --goal`,
    );
  const query = chosenBy(product, options);
  return { method, ...(body && { body }), ...(Object.keys(query).length > 0 && { query }) };
}

const chosenBy = (product: SoldProduct, options: BuyQuestion): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (['client', ...CHOOSING] as const).flatMap((name) => {
      const value = selectedBy(product).includes(name) ? options[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The match comes first: without one there is no challenge to look at. */
async function matched(product: SoldProduct, baseUrl: string, options: BuyQuestion): Promise<Question> {
  const { admission } = product;
  if (admission?.kind !== 'match') throw new Error('this product needs no match');
  const { client, clientVersion, protocol } = options;
  const asked = options.body === undefined ? { client, clientVersion, protocol } : bodyOf(options)!;
  if (Object.values(asked).includes(undefined))
    stop('usage', 'give --client, --client-version and --protocol, or --body with the whole preflight');
  const { id, says } = await matchWith(baseUrl + admission.issuer, asked);
  console.error(`  ${'Match'.padEnd(10)} ${says}`);
  return { method: 'GET', query: { [admission.parameter]: id, ...chosenBy(product, options) } };
}

/** Where it is bought, and a warning where that is not private. */
function originOf(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return stop('usage', '--url is not an http or https address');
  return warned(url.origin);
}

export function warned(origin: string): string {
  if (isOpenToOthers(origin))
    say([
      'Warning',
      `${origin} is http to another machine: whoever is on the way can read and change it all`,
    ]);
  return origin;
}

/** The request body that the options make, or the file of --body. Undefined: nothing was asked about, so it is a GET. */
export function bodyOf({
  body,
  subject,
  goal,
  signal,
  limit,
  challengeFrom,
}: BuyQuestion): object | undefined {
  const evidence = {
    ...(signal && { knownSignals: signal }),
    ...(limit && { constraints: limit }),
    ...(challengeFrom !== undefined && { challenge: () => pastedChallenge(textOf(challengeFrom)) }),
  };
  const hasEvidence = Object.keys(evidence).length > 0;
  if (body !== undefined) {
    if (hasEvidence || subject !== undefined || goal !== undefined)
      stop('usage', '--body is the whole request: leave the options that make one out');
    try {
      return JSON.parse(readFileSync(body, 'utf8')) as object;
    } catch {
      return stop('usage', `${body} cannot be read as JSON`);
    }
  }
  if (subject === undefined && goal === undefined && !hasEvidence) return undefined;
  if (subject === undefined || goal === undefined)
    return stop(
      'usage',
      'give --subject and --goal together, also with --signal, --limit and --challenge-from',
    );
  const { challenge, ...rest } = evidence;
  return { subject, goal, ...rest, ...(challenge && { challenge: challenge() }) };
}

/** `-`: standard input. */
function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    return stop('usage', `${file === '-' ? 'standard input' : file} cannot be read`);
  }
}

/**
 * A challenge as somebody has it at hand: the head that `curl -i` prints, the value of PAYMENT-REQUIRED alone, or the
 * object that it encodes. A header is sent as it was received, so that its signature can still be checked.
 */
export function pastedChallenge(text: string): string | object {
  const [, named] = /^payment-required:[ \t]*(\S+)[ \t]*\r?$/im.exec(text) ?? [];
  if (named !== undefined) return named;
  const trimmed = text.trim();
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed)) return trimmed;
  try {
    const value: unknown = JSON.parse(trimmed);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Falls through to the one message that helps.
  }
  return stop(
    'usage',
    '--challenge-from holds no challenge: give the output of curl -i, the value of PAYMENT-REQUIRED, or its JSON',
  );
}
