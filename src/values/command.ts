/** A text that no shell reads anything into. */
export const shellQuote = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** A line for a shell that posts JSON; everything is quoted. */
export const curlPost = (url: string, body: unknown, headers: readonly string[] = []): string =>
  [
    `curl -sS -X POST ${shellQuote(url)}`,
    ...['content-type: application/json', ...headers].map((header) => `-H ${shellQuote(header)}`),
    `-d ${shellQuote(JSON.stringify(body))}`,
  ].join(' ');

/** A line for a shell that reads an address. */
export const curlGet = (url: string, options = ''): string => `curl -sS ${options}${shellQuote(url)}`;

interface Purchase {
  readonly url: string;
  readonly method: string;
  /** Body of a POST. */
  readonly body?: unknown;
  /** Further headers, each a JavaScript expression for its value. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly network: string;
  /** The line that raises the client's cap to this price; null where none is needed. */
  readonly override: string | null;
}

/** A whole program that pays once with the official client, unmodified. It reads BUYER_KEY from the environment. */
export function purchaseProgram({ url, method, body, headers = {}, network, override }: Purchase): string {
  const own = Object.entries(headers).map(([name, expression]) => `'${name}': ${expression}`);
  const all = [...(body === undefined ? [] : [`'content-type': 'application/json'`]), ...own];
  return [
    `import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';`,
    `import { ExactEvmScheme } from '@x402/evm/exact/client';`,
    `import { privateKeyToAccount } from 'viem/accounts';`,
    '',
    'const wallet = privateKeyToAccount(process.env.BUYER_KEY);',
    'const pay = wrapFetchWithPaymentFromConfig(fetch, {',
    `  schemes: [{ network: '${network}', client: new ExactEvmScheme(wallet) }],`,
    ...(override ? [`  ${override},`] : []),
    '});',
    `const response = await pay(${JSON.stringify(url)}, {`,
    `  method: '${method}',`,
    `  redirect: 'error',`,
    ...(all.length > 0 ? [`  headers: { ${all.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '});',
    `console.log(response.status, response.headers.get('payment-response'), await response.text());`,
    '',
  ].join('\n');
}
