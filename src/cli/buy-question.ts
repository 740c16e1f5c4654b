import { readFileSync } from 'node:fs';
import { matchWith } from '../buyer/preflight.ts';
import { isOpenToOthers, type PurchaseRequest } from '../buyer/request.ts';
import type { NetworkName } from '../buyer/wallets.ts';
import type { Product } from '../declare.ts';
import { say } from './buy-money.ts';
import { stop } from './buyer-keys.ts';

/** What `assay buy` asks for, out of its options. */
interface Given {
  readonly subject?: string;
  readonly goal?: string;
  readonly body?: string;
  readonly max?: bigint;
  readonly maxTime: number;
  readonly url: string;
  readonly payTo?: string;
  readonly rail: 'x402' | 'mpp';
  readonly network: NetworkName;
  readonly client?: string;
  readonly clientVersion?: string;
  readonly protocol?: string;
}

/** What is asked for, at the most for --max. Runs the free preflight of a product that needs a match. */
export async function requestFor(product: Product | undefined, options: Given): Promise<PurchaseRequest> {
  if (!product || options.max === undefined)
    return stop('usage', 'give a product and --max, or --resume with a kept payment');
  if (options.rail === 'mpp' && options.network !== 'base')
    stop('usage', `--network ${options.network} is paid over x402: leave --rail mpp out`);
  const baseUrl = originOf(options.url);
  const asked =
    product.admission?.kind === 'match' ? await matched(product, baseUrl, options) : asIs(product, options);
  return {
    ...{ baseUrl, path: product.path, maxAmountAtomic: options.max, ...asked },
    maxLiveSeconds: options.maxTime,
    ...(options.payTo && { payTo: options.payTo }),
    ...(options.network !== 'base' && { network: options.network }),
  };
}

type Question = Pick<PurchaseRequest, 'method' | 'body' | 'query'>;

function asIs(product: Product, options: Given): Question {
  const body = bodyOf(options);
  const method = body ? 'POST' : 'GET';
  if (!product.forms.some((form) => form.method === method))
    stop(
      'usage',
      body
        ? `${product.id} takes no body`
        : `${product.id} needs a body: give --body, or --subject and --goal`,
    );
  return { method, ...(body && { body }) };
}

/** The match comes first: without one there is no challenge to look at. */
async function matched({ admission }: Product, baseUrl: string, options: Given): Promise<Question> {
  if (admission?.kind !== 'match') throw new Error('this product needs no match');
  const { client, clientVersion, protocol } = options;
  const asked = options.body === undefined ? { client, clientVersion, protocol } : bodyOf(options)!;
  if (Object.values(asked).includes(undefined))
    stop('usage', 'give --client, --client-version and --protocol, or --body with the whole preflight');
  const { id, says } = await matchWith(baseUrl + admission.issuer, asked);
  console.error(`  ${'Match'.padEnd(10)} ${says}`);
  return { method: 'GET', query: { [admission.parameter]: id } };
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

function bodyOf({ body, subject, goal }: Given): object | undefined {
  if (body !== undefined) {
    try {
      return JSON.parse(readFileSync(body, 'utf8')) as object;
    } catch {
      return stop('usage', `${body} cannot be read as JSON`);
    }
  }
  if ((subject === undefined) !== (goal === undefined)) stop('usage', 'give --subject and --goal together');
  return subject === undefined ? undefined : { subject, goal };
}
