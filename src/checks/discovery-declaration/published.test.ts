import {
  type AuditWarning,
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL4,
  getWarningsForMppHeader,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { parsePaymentRequired } from '@x402/core/schemas';
import {
  isDiscoverableV1,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar';
import { validate } from 'mppx/discovery';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeclarationFinding } from './finding.ts';
import { judgeDeclaration } from './judge.ts';
import published from './published.testing.json' with { type: 'json' };

/**
 * Declarations that sellers publish, each with where it was read in 2026. Texts for people are cut, nothing else: what
 * a validator looks at is as it was. E-mail addresses and one seller's contracts are replaced.
 */

interface Published {
  readonly source: string;
  readonly kind: string;
  readonly status?: number;
  readonly declaration: string | object;
  /** Our own rules that fail, in order. */
  readonly known: readonly string[];
  readonly verdicts: Readonly<Record<string, string>>;
}
const ROWS = published as unknown as readonly Published[];
const textOf = ({ declaration }: Published): string =>
  typeof declaration === 'string' ? declaration : JSON.stringify(declaration);

/** What a seller's own client would read: by the official decoder, or as the JSON of the body. */
function documentOf(row: Published): Record<string, unknown> {
  if (typeof row.declaration !== 'string') return row.declaration as Record<string, unknown>;
  const header = /^payment-required: (\S+)$/im.exec(row.declaration)?.[1];
  if (header) return decodePaymentRequiredHeader(header) as unknown as Record<string, unknown>;
  return JSON.parse(row.declaration.slice(row.declaration.indexOf('{')));
}

type Rule = readonly [validator: string, rule: string, path: string];
const said = (validator: string, issues: readonly Pick<AuditWarning, 'code' | 'path'>[]): Rule[] =>
  issues.map(({ code, path }) => [validator, code, path ?? '']);

/** Every official validator that reads a document of this kind, asked directly. */
async function official(row: Published): Promise<readonly Rule[]> {
  if (row.kind === 'mpp_challenge') {
    const header = textOf(row)
      .split('WWW-Authenticate: ')[1]!
      .replaceAll(/\r?\n\s*/g, ' ');
    return said('@agentcash/discovery', getWarningsForMppHeader(header));
  }
  if (row.kind === 'well_known') return [['@agentcash/discovery', 'LEGACY_WELL_KNOWN_FOUND', '']];
  const document = documentOf(row);
  return row.kind === 'openapi' ? ofOpenapi(document) : ofChallenge(document);
}

function ofChallenge(document: Record<string, unknown>): readonly Rule[] {
  const parsed = parsePaymentRequired(document);
  const extension = (document.extensions as { bazaar?: object } | undefined)?.bazaar as never;
  const listing = (validator: string, errors: readonly string[] = []): Rule[] =>
    errors.map((why) => ['@x402/extensions', validator, why]);
  return [
    ...(parsed.error?.issues ?? []).map(
      ({ path }): Rule => ['@x402/core', 'parsePaymentRequired', path.join('.')],
    ),
    ...said('@agentcash/discovery', validatePaymentRequiredDetailed(document).issues as AuditWarning[]),
    ...(document.x402Version === 1
      ? (document.accepts as never[]).flatMap((entry, i): Rule[] =>
          isDiscoverableV1(entry)
            ? []
            : [['@x402/extensions', 'isDiscoverableV1', `accepts.${i}.outputSchema`]],
        )
      : []),
    ...(document.x402Version !== 1 && extension
      ? [
          ...listing('validateDiscoveryExtensionSpec', validateDiscoveryExtensionSpec(extension).errors),
          ...listing('validateDiscoveryExtension', validateDiscoveryExtension(extension).errors),
        ]
      : []),
  ];
}

const ORIGIN = 'https://seller.example';
/** Serves a document as a seller does, so that the package fetches and reads it by itself. */
const serve = (document: object): void =>
  void vi.stubGlobal('fetch', async (address: string | URL) =>
    String(address) === `${ORIGIN}/openapi.json`
      ? Response.json(document)
      : Promise.reject(new Error('not served')),
  );

async function ofOpenapi(document: Record<string, unknown>): Promise<readonly Rule[]> {
  serve(document);
  const source = (await getOpenAPI(ORIGIN))._unsafeUnwrap()!;
  const audit = isOpenApiParseFailure(source)
    ? getWarningsForOpenAPI(source)
    : [
        ...getWarningsForOpenAPI(source),
        ...getWarningsForL2(checkL2ForOpenAPI(source)),
        ...getWarningsForL4(checkL4ForOpenAPI(source)),
        ...(await Promise.all(source.routes.map(({ path, method }) => callable(path, method)))).flat(),
      ];
  vi.unstubAllGlobals();
  return [
    ...said('@agentcash/discovery', audit),
    ...validate(document).map(({ path }): Rule => ['mppx/discovery', 'validate', path]),
  ];
}

/** Whether its own check of one endpoint, references resolved, finds no way to call it. */
async function callable(path: string, method: string): Promise<AuditWarning[]> {
  const checked = await checkEndpointSchema({ url: ORIGIN + path });
  const own = checked.found ? checked.advisories.find((each) => each.method === method) : undefined;
  return own?.authMode === 'paid' && !own.inputSchema
    ? [
        {
          code: 'L3_INPUT_SCHEMA_MISSING',
          severity: 'warn',
          message: '',
          path: `paths.${path}.${method.toLowerCase()}`,
        },
      ]
    : [];
}

/** Ours, in the same form. What the Bazaar's validator found is told by its text, since all of it has one path. */
const ruleOf = ({ rule, path, why }: DeclarationFinding): Rule => {
  const [validator, name] = rule.split(' ') as [string, string];
  return [validator, name, name.startsWith('validateDiscovery') ? why : path];
};
const isOfficial = ({ rule }: DeclarationFinding) =>
  rule.includes('/') && !rule.endsWith('sanitizeResourceServiceMetadata');

afterEach(() => vi.unstubAllGlobals());

it('has thirty of them, and of every kind', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(ROWS.map(({ source, kind }) => source + kind)).size).toBe(ROWS.length);
  expect(new Set(ROWS.map(({ kind }) => kind)).size).toBe(4);
});

describe.each(ROWS.map((row) => [row.source, row] as const))('%s', (_source, row) => {
  it('agrees with the official validators, rule by rule', async () => {
    const answer = await judgeDeclaration(textOf(row), row.status, { runsSchemas: true });
    expect(answer.kind).toBe(row.kind);
    const sorted = (rules: readonly Rule[]) => rules.map((rule) => rule.join(' | ')).sort();
    expect(sorted(answer.findings.filter(isOfficial).map(ruleOf))).toEqual(sorted(await official(row)));
  });

  it('says the same of it as when it was read by hand', async () => {
    const { findings, readers } = await judgeDeclaration(textOf(row), row.status, { runsSchemas: false });
    expect({
      known: findings.filter((each) => !isOfficial(each)).map(({ rule }) => rule),
      verdicts: Object.fromEntries(readers.map(({ reader, verdict }) => [reader, verdict])),
    }).toEqual({ known: row.known, verdicts: row.verdicts });
  });
});

describe.each(ROWS.filter(({ kind }) => kind === 'openapi').map((row) => [row.source, row] as const))(
  '%s',
  (_source, row) => {
    it('is called undiscoverable if the package discovers nothing', async () => {
      serve(documentOf(row));
      const { found } = await discoverOriginSchema({ target: ORIGIN });
      vi.unstubAllGlobals();
      const { findings } = await judgeDeclaration(textOf(row), row.status, { runsSchemas: false });
      const says = findings.some(
        ({ rule, severity }) => rule.startsWith('@agentcash/discovery') && severity === 'error',
      );
      expect(says).toBe(!found);
    });

    it('asks nobody', async () => {
      const asked: string[] = [];
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
        asked.push(String(address).slice(0, 5));
        return fetch(address, init);
      });
      await judgeDeclaration(textOf(row), row.status, { runsSchemas: true });
      expect(asked).toEqual(['data:']);
    });
  },
);
