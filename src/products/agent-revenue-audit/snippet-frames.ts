import type { Offered } from './artefacts.ts';

/** The Hono part: our step before and after the official middleware, the route and its preview. */
export function honoApp({ route, path }: Offered): string[] {
  const read =
    route.method === 'GET'
      ? ['  const value = typed(c.req.query());', '  const hasInput = Object.keys(value).length > 0;']
      : [
          "  const text = c.req.method === 'POST' ? await c.req.text() : '';",
          '  const value = parse(text);',
          "  const hasInput = text !== '';",
        ];
  return [
    ...parseLine(route.method),
    'const app = new Hono();',
    `// ${path} is served at its final address: clients carry the payment header across redirects, so there are none.`,
    'app.use(PATH, async (c, next) => {',
    "  const payment = c.req.header('payment-signature');",
    ...read,
    '  const reply = ({ status, body, receipt }) =>',
    "    c.json(body, status, { 'Cache-Control': 'no-store', ...(receipt && { 'PAYMENT-RESPONSE': receipt }), ...(status === 503 && { 'Retry-After': '2' }), ...(status === 405 && { Allow: METHOD }) });",
    '  const answer = early(c.req.method, payment, value, hasInput);',
    '  if (answer) return reply(answer);',
    "  c.set('input', value);",
    '  await next();',
    '  if (!payment) return;',
    '  const { status } = c.res;',
    "  const receipt = c.res.headers.get('PAYMENT-RESPONSE');",
    '  const body = status === 200 ? await c.res.clone().json() : undefined;',
    '  remember(payment, status, body, receipt);',
    '  if (!moneyMayHaveMoved(status, (name) => c.res.headers.get(name))) return;',
    '  c.res = undefined;',
    '  c.res = reply({ status: 503, body: PENDING });',
    "  for (const name of ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE']) c.res.headers.delete(name);",
    '});',
    'app.use(paymentMiddleware(ROUTES, resourceServer));',
    'app.on(METHOD, PATH, async (c) => {',
    `  // A status of 400 or more settles nothing: that is how ${route.empty} stays free.`,
    "  const result = await work(c.get('input')).catch(() => null);",
    "  if (result === null) return c.json({ error: 'upstream_failed' }, 503, { 'Retry-After': '30' });",
    "  return result === undefined ? c.json({ error: 'empty_result' }, 404) : c.json(result);",
    '});',
    "app.get(PATH + '/preview', (c) => c.json(EXAMPLE));",
    '',
    'const port = Number(process.env.PORT ?? 3000);',
    "serve({ fetch: app.fetch, port, hostname: process.env.HOST ?? '127.0.0.1' }, (at) => console.log('ready on ' + at.port));",
  ];
}

const parseLine = (method: string): string[] =>
  method === 'POST'
    ? [
        'const parse = (text) => {',
        '  try {',
        '    return JSON.parse(text);',
        '  } catch {',
        '    return undefined;',
        '  }',
        '};',
        '',
      ]
    : [];

/** The same for Express, where the step after is the end of the response. */
export function expressApp({ route, path }: Offered): string[] {
  const read =
    route.method === 'GET'
      ? ['  const value = typed(req.query);', '  const hasInput = Object.keys(value).length > 0;']
      : [
          "  const text = typeof req.body === 'string' ? req.body : '';",
          '  const value = parse(text);',
          "  const hasInput = text !== '';",
        ];
  return [
    ...parseLine(route.method),
    'const app = express();',
    "app.disable('x-powered-by');",
    `// ${path} is served at its final address: clients carry the payment header across redirects, so there are none.`,
    ...(route.method === 'POST'
      ? ["app.use(PATH, express.text({ type: 'application/json', limit: '64kb' }));"]
      : []),
    'app.all(PATH, (req, res, next) => {',
    "  const payment = req.get('payment-signature');",
    ...read,
    '  const reply = ({ status, body, receipt }) => {',
    "    res.status(status).set('Cache-Control', 'no-store');",
    "    if (receipt) res.set('PAYMENT-RESPONSE', receipt);",
    "    if (status === 503) res.set('Retry-After', '2');",
    "    if (status === 405) res.set('Allow', METHOD);",
    '    res.json(body);',
    '  };',
    '  const answer = early(req.method, payment, value, hasInput);',
    '  if (answer) return reply(answer);',
    '  res.locals.input = value;',
    '  if (!payment) return next();',
    `  // The last word on ${path}: what leaves the middleware passes here once more.`,
    '  const end = res.end.bind(res);',
    '  res.end = (chunk, ...rest) => {',
    '    res.end = end;',
    "    const receipt = res.get('PAYMENT-RESPONSE');",
    '    remember(payment, res.statusCode, res.statusCode === 200 ? JSON.parse(String(chunk)) : undefined, receipt);',
    '    if (!moneyMayHaveMoved(res.statusCode, (name) => res.get(name))) return end(chunk, ...rest);',
    "    res.removeHeader('PAYMENT-REQUIRED');",
    "    res.removeHeader('PAYMENT-RESPONSE');",
    "    res.removeHeader('Content-Length');",
    '    return reply({ status: 503, body: PENDING });',
    '  };',
    '  next();',
    '});',
    'app.use(paymentMiddleware(ROUTES, resourceServer));',
    `app.${route.method.toLowerCase()}(PATH, async (req, res) => {`,
    `  // A status of 400 or more settles nothing: that is how ${route.empty} stays free.`,
    '  const result = await work(res.locals.input).catch(() => null);',
    "  if (result === null) return res.status(503).set('Retry-After', '30').json({ error: 'upstream_failed' });",
    "  return result === undefined ? res.status(404).json({ error: 'empty_result' }) : res.json(result);",
    '});',
    "app.get(PATH + '/preview', (req, res) => res.json(EXAMPLE));",
    '',
    'const port = Number(process.env.PORT ?? 3000);',
    "const server = app.listen(port, process.env.HOST ?? '127.0.0.1', () => console.log('ready on ' + server.address().port));",
  ];
}
