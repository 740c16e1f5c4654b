import { challengeHeader } from './artefacts.ts';
import { ANSWER_FILE, AUDIT_FILE, REQUEST_FILE, SELLER_FILE } from './file-names.ts';
import type { AuditResponse } from './schema.ts';
import { MIDDLEWARE_VERSION } from './snippets.ts';

const bare = (file: string): string => file.replace('./', '');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** An audit as files that run: name in one folder → text. The names are fixed, whatever the answer holds. */
export function filesOf(answer: AuditResponse): Readonly<Record<string, string>> {
  const route = answer.bestFirstPaidRoute;
  const { hono, express, buyer, check } = route.sellerSnippets;
  return {
    [AUDIT_FILE]: json(answer),
    [SELLER_FILE]: hono,
    ...(express !== undefined && { 'express.mjs': express }),
    'buyer.mjs': buyer,
    'check.sh': check,
    'package.json': packageJson(express !== undefined),
    'openapi.json': json(route.openapi),
    [bare(REQUEST_FILE)]: json(route.requestSchema),
    [bare(ANSWER_FILE)]: json(route.responseSchema),
    'request.json': json(route.exampleRequest),
    'response.json': json(route.exampleResponse),
    'challenge.json': json(challengeHeader(route)),
    'README.md': readme(answer),
  };
}

function packageJson(withExpress: boolean): string {
  const x402 = ['core', 'evm', 'fetch', 'hono'].map((name) => [`@x402/${name}`, MIDDLEWARE_VERSION]);
  const dependencies = {
    '@hono/node-server': '^2.1.8',
    ...Object.fromEntries(x402),
    ajv: '^8.17.0',
    ...(withExpress && { express: '^5.0.0' }),
    hono: '^4.13.19',
    viem: '^2.57.1',
  };
  return json({ private: true, type: 'module', scripts: { start: `node ${SELLER_FILE}` }, dependencies });
}

/** The plan as a checklist, and the commands in the order in which they are run. */
function readme({ summary, sevenDayRevenuePlan, bestFirstPaidRoute: route }: AuditResponse): string {
  return `# ${route.method} ${route.path}, ${route.price}

${summary}

\`\`\`sh
npm install
PAY_TO=0x... PUBLIC_URL=https://... FACILITATOR_URL=https://... npm start   # sells on port 3000
URL=http://127.0.0.1:3000 sh check.sh                                        # 402, and the amount ${route.priceAtomic}
SELLER_URL=http://127.0.0.1:3000 BUYER_KEY=0x... node buyer.mjs             # pays ${route.price}, once
\`\`\`

\`server.mjs\` answers with \`response.json\` until you replace \`work\`. \`openapi.json\` and \`challenge.json\` are what buyers read.

${sevenDayRevenuePlan.map((day) => `- [ ] ${day}`).join('\n')}
`;
}
