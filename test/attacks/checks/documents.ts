import { sandboxAccount } from '../../../src/sandbox/chain.ts';
import { digestJson } from '../../../src/values/digest.ts';
import { parseBudget } from '../../../src/values/money.ts';
import { OpenApiSchemas } from '../../fuzz/schemas.ts';
import { challengeOf } from '../../support/payments.ts';
import type { Lab } from '../lab.ts';
import { expand } from '../macros.ts';
import { requestFor, type Scene } from '../scene.ts';
import { send } from '../send.ts';
import { type Checks, each, hold, jsonOf, seen } from './check.ts';

/** What documents, free checks and the second rail say. */

const POSTED = { 'content-type': 'application/json' };
const FULL_LEDGER = [
  'compatibilityMatrix',
  'failureSignatures',
  'verifiedFixes',
  'buyerRecipes',
  'buyerRuntimeRecipes',
];

const accounting = ({ after }: Scene): Record<string, unknown> =>
  seen(after.register, 'the cash register').commerceAccounting as Record<string, unknown>;

interface PaymentInfo {
  readonly price: { readonly amount: string };
  readonly offers?: readonly { readonly amount: string }[];
}

/** Every paid operation's price, as the interface description and as its challenges say. */
async function pricesAgree(lab: Lab): Promise<void> {
  for (const [path, operations] of Object.entries(lab.openapi.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const info = operation['x-payment-info'] as PaymentInfo | undefined;
      if (!info) continue;
      const answer = await send(lab.url, {
        method: method.toUpperCase(),
        target: path,
        headers: {},
        body: undefined,
        as: undefined,
      });
      // A route behind a free precondition shows no price before it is met.
      if (answer.status === 428) continue;
      const published = String(parseBudget(info.price.amount));
      const { accepts } = await challengeOf(lab.url + path, { method: method.toUpperCase() });
      hold(accepts.length > 0, `${path}: nothing is offered`);
      for (const { amount } of [...accepts, ...(info.offers ?? [])])
        hold(amount === published, `${path}: ${amount} is asked, ${published} published`);
      const charge = answer.headers.get('www-authenticate') !== null;
      hold(
        charge === (info.offers !== undefined),
        `${path}: MPP is offered and not published, or not offered`,
      );
    }
}

const wwwAuthenticate = (exchange: Scene['exchanges'][number]): string => {
  const header = exchange.headers.get('www-authenticate');
  hold(header !== null && /^Payment /.test(header), 'there is no WWW-Authenticate: Payment');
  return header;
};

export const DOCUMENTS: Checks = {
  'an OpenAPI 3.1.0 document whose references and schemas hold': ({ lab, exchanges }) => {
    const [document] = exchanges;
    hold(document && jsonOf(document).openapi === '3.1.0', 'it is no OpenAPI 3.1.0');
    new OpenApiSchemas(lab.openapi).compileAll();
  },
  'the prices of the live challenges': ({ lab }) => pricesAgree(lab),
  'the seller’s address': each(({ text }) =>
    hold(!text.toLowerCase().includes(sandboxAccount('seller').address.toLowerCase()), 'it is there'),
  ),
  'if 402: a solana offer; otherwise a clear refusal': each((exchange) => {
    const body = jsonOf(exchange);
    if (exchange.status !== 402) return hold(typeof body.error === 'string', 'no error code');
    const accepts = body.accepts as { network: string }[];
    hold(
      accepts.some(({ network }) => network.startsWith('solana:')),
      'no offer on solana',
    );
  }),
  'an eip155 offer labelled solana': each((exchange) => {
    if (exchange.status !== 402) return;
    for (const { network, asset } of jsonOf(exchange).accepts as { network: string; asset: string }[])
      hold(network.startsWith('solana:') === !asset.startsWith('0x'), `${asset} on ${network}`);
  }),
  'the full dataset': each((exchange) => {
    const body = jsonOf(exchange);
    const full = FULL_LEDGER.filter((name) => name in body);
    hold(full.length === 0, `the preview has ${full.join(', ')}`);
  }),
  'WWW-Authenticate: Payment with id, method tempo, intent charge and expiry': each((exchange) => {
    const header = wwwAuthenticate(exchange);
    for (const part of [/\bid="?[^",]+/, /\bmethod="?tempo"?/, /\bintent="?charge"?/, /\bexpires="?[^",]+/])
      hold(part.test(header), `it lacks ${part.source}`);
  }),
  'eip155:4217 in the MPP request': each((exchange) => {
    const encoded = /\brequest="?([A-Za-z0-9_-]+)/.exec(wwwAuthenticate(exchange))?.[1] ?? '';
    const request = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as {
      methodDetails?: object;
    };
    hold(/\b4217\b/.test(JSON.stringify(request)), 'it is not on eip155:4217');
  }),
  'paid completions = delivered rows = transfers to the seller': (scene) => {
    const { combinedPaidCompletions } = accounting(scene);
    const deliveredAt = ({ rows }: typeof scene.after) =>
      seen(rows, 'the journal').filter(({ state }) => state === 'delivered').length;
    const transfersAt = ({ chain }: typeof scene.after) => seen(chain, 'the chain').transfers;
    const delivered = deliveredAt(scene.after);
    // Other rows pay the seller past the service: what arrived is compared over this row alone.
    const [sold, arrived] = [
      delivered - deliveredAt(scene.before),
      transfersAt(scene.after) - transfersAt(scene.before),
    ];
    hold(
      combinedPaidCompletions === delivered && sold === arrived,
      `${String(combinedPaidCompletions)} counted, ${delivered} delivered; of this row ${sold} delivered, ${arrived} transferred`,
    );
  },
  'origin + edge = combined': (scene) => {
    const { originPaidCompletions, edgeAuthoritativePaidCompletions, combinedPaidCompletions } =
      accounting(scene);
    hold(
      Number(originPaidCompletions) + Number(edgeAuthoritativePaidCompletions) === combinedPaidCompletions,
      'the parts are not the whole',
    );
  },
  'snapshotDigest recomputes': (scene) => {
    const { snapshotDigest, ...rest } = accounting(scene);
    hold(snapshotDigest === digestJson(rest), 'another digest');
  },
  'paidCompletions and estimatedGrossRevenueUsd are unchanged': ({ before, after }) => {
    if (!before.register || !after.register) return seen(undefined, 'the cash register');
    hold(before.register.paidCompletions === after.register.paidCompletions, 'paidCompletions moved');
    hold(
      JSON.stringify(before.register.estimatedGrossRevenueUsd) ===
        JSON.stringify(after.register.estimatedGrossRevenueUsd),
      'revenue moved',
    );
  },
  'only an intent is counted': ({ before, after }) => {
    const read = (register: typeof after.register) => {
      const { unpaid402Challenges, paidCompletions } = seen(register, 'the cash register');
      return JSON.stringify([unpaid402Challenges, paidCompletions]);
    };
    hold(read(before.register) === read(after.register), 'more than an intent moved');
  },
  'status is stop': each((exchange) => hold(jsonOf(exchange).status === 'stop', 'it does not stop')),
  'status is redact_before_payment or stop': each((exchange) =>
    hold(['redact_before_payment', 'stop'].includes(String(jsonOf(exchange).status)), 'it would be sent'),
  ),
  'piiRisk is medium or high': each((exchange) =>
    hold(['medium', 'high'].includes(String(jsonOf(exchange).piiRisk)), 'the risk is low'),
  ),
  'stop reason sensitiveData': each((exchange) =>
    hold(exchange.text.includes('sensitiveData'), 'it stops for something else'),
  ),
  'status is use_cheaper_route or stop': each((exchange) =>
    hold(['use_cheaper_route', 'stop'].includes(String(jsonOf(exchange).status)), 'it recommends to buy'),
  ),
  'a price of $5.00': each((exchange) => hold(jsonOf(exchange).price !== '$5.00', 'it is above the budget')),
  'a payload that its route accepts': async ({ lab, memory, exchanges }) => {
    for (const exchange of exchanges) {
      const { recommendedRoute, copyPastePayload } = jsonOf(exchange);
      if (recommendedRoute === 'none') continue;
      const bought = await send(lab.url, {
        method: 'POST',
        target: String(recommendedRoute),
        headers: { ...POSTED, 'payment-signature': await expand('{{sig:oc-post}}', { lab, memory }) },
        body: JSON.stringify(copyPastePayload),
        as: undefined,
      });
      hold(bought.status === 200, `the route answers ${bought.status}: ${bought.text.slice(0, 200)}`);
    }
  },
  'the limit is in the schema, and one character less passes': async ({ lab, row, memory }) => {
    const schema =
      lab.openapi.paths[row.request.target]?.post?.requestBody?.content['application/json']?.schema;
    const { maxLength } = (schema as { properties: { goal: { maxLength?: number } } }).properties.goal;
    hold(maxLength === 640, `the schema says ${String(maxLength)}`);
    for (const text of ['{{emoji:640}}', '{{combining:640}}']) {
      const request = await requestFor({ ...row.request, json: { goal: text } }, undefined, { lab, memory });
      const { status } = await send(lab.url, request);
      hold(status === 200, `640 code points answer ${status}`);
    }
  },
  'later requests are as before': async ({ lab, exchanges }) => {
    hold(exchanges.length > 0, 'nothing was sent');
    const later = await send(lab.url, {
      method: 'POST',
      target: exchanges[0]!.request.target,
      headers: POSTED,
      body: JSON.stringify({}),
      as: undefined,
    });
    hold(later.status === 400, `an empty object answers ${later.status}`);
    hold(!('isAdmin' in {}) && !('polluted' in {}), 'a prototype was changed');
    hold(!/isAdmin|polluted/.test(later.text), 'a prototype was changed');
  },
};
