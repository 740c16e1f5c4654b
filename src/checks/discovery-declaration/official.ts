import { getWarningsForLegacyWellKnown, getWarningsForMppHeader } from '@agentcash/discovery';
import { parsePaymentRequired } from '@x402/core/schemas';
import {
  isDiscoverableV1,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar';
import { validate } from 'mppx/discovery';
import { type Json, record } from '../../values/challenge.ts';
import { challengeIssues, openapiIssues } from './agentcash.ts';
import { entriesOf } from './entries.ts';
import { type DeclarationFinding, finding } from './finding.ts';
import type { PastedDeclaration } from './read.ts';

/** What the official validators say, each by its own name. Nothing of theirs is decided again here. */

export interface Trust {
  /** Whether schemas of the declaration may be run: what a schema asks for can take a machine's whole time. */
  readonly runsSchemas: boolean;
}

export async function officialFindings(
  declared: PastedDeclaration,
  trust: Trust,
): Promise<readonly DeclarationFinding[]> {
  const { kind, document } = declared;
  const mpp = declared.mpp ? agentcash('mpp', getWarningsForMppHeader(declared.mpp)) : [];
  if (kind === 'challenge')
    return [
      ...core(document),
      ...agentcash('x402scan', challengeIssues(document)),
      ...bazaar(document, trust),
      ...mpp,
    ];
  if (kind === 'openapi') return [...agentcash('x402scan', await openapiIssues(document)), ...mppx(document)];
  return kind === 'well_known'
    ? agentcash('x402scan', getWarningsForLegacyWellKnown({ x402: true, mpp: false }))
    : mpp;
}

const SEVERITY = { error: 'error', warn: 'warning', info: 'note' } as const;

interface Issue {
  readonly code: string;
  readonly severity: keyof typeof SEVERITY;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly path?: string | undefined;
}

const agentcash = (reader: 'x402scan' | 'mpp', issues: readonly Issue[]): readonly DeclarationFinding[] =>
  issues.map(({ code, severity, message, hint, path }) =>
    finding(reader, `@agentcash/discovery ${code}`, 'npm:@agentcash/discovery', {
      severity: SEVERITY[severity],
      why: message,
      ...(hint !== undefined && { fix: hint }),
      ...(path !== undefined && { path }),
    }),
  );

function core(document: Json): readonly DeclarationFinding[] {
  const parsed = parsePaymentRequired(document);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) =>
    finding('clients', '@x402/core parsePaymentRequired', 'npm:@x402/core', {
      path: issue.path.map(String).join('.'),
      why: issue.message,
    }),
  );
}

/** What a schema may hold that costs time without a bound: expressions, and references that multiply. */
const UNBOUNDED = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef', '$recursiveRef']);
const isUnbounded = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(isUnbounded)
    : typeof schema === 'object' &&
      schema !== null &&
      Object.entries(schema).some(([name, value]) => UNBOUNDED.has(name) || isUnbounded(value));

const SOURCE = 'npm:@x402/extensions';

function bazaar(document: Json, trust: Trust): readonly DeclarationFinding[] {
  if (document.x402Version === 1) return listedByEntry(document);
  const extension = record(document.extensions).bazaar;
  return [...(extension === undefined ? [] : extensionOf(record(extension), trust)), ...metadata(document)];
}

function extensionOf(extension: Json, { runsSchemas }: Trust): readonly DeclarationFinding[] {
  const given = extension as unknown as Parameters<typeof validateDiscoveryExtension>[0];
  const path = 'extensions.bazaar';
  const rule = '@x402/extensions validateDiscoveryExtension';
  const spec = validateDiscoveryExtensionSpec(extension);
  const found = (spec.errors ?? []).map((why) => finding('bazaar', `${rule}Spec`, SOURCE, { path, why }));
  if (!runsSchemas && isUnbounded(given.schema)) {
    const why =
      'Its schema has expressions or references, which are not run here. Run: assay check declaration <file>';
    return [
      ...found,
      finding('bazaar', rule, SOURCE, { path: `${path}.schema`, why, verdict: 'not_checked' }),
    ];
  }
  const { errors = [] } = validateDiscoveryExtension(given);
  return [...found, ...errors.map((why) => finding('bazaar', rule, SOURCE, { path, why }))];
}

const listedByEntry = (document: Json): readonly DeclarationFinding[] =>
  entriesOf(document).flatMap((entry, i) =>
    isDiscoverableV1(entry as unknown as Parameters<typeof isDiscoverableV1>[0])
      ? []
      : [
          finding('bazaar', '@x402/extensions isDiscoverableV1', SOURCE, {
            path: `accepts.${i}.outputSchema`,
            why: 'Version 1 is listed by outputSchema of an entry. It is not there, or has no input of type "http" with a method, or says that it is not discoverable.',
            fix: 'Give the entry outputSchema: {"input":{"type":"http","method":"GET"},"output":{…}}.',
          }),
        ],
  );

/** What a facilitator leaves out of the listing without a word. */
function metadata(document: Json): readonly DeclarationFinding[] {
  const resource = record(document.resource);
  const kept = sanitizeResourceServiceMetadata(
    resource as unknown as Parameters<typeof sanitizeResourceServiceMetadata>[0],
  ) as Json;
  return ['serviceName', 'tags', 'iconUrl']
    .filter((name) => resource[name] !== undefined && !same(kept[name], resource[name]))
    .map((name) =>
      finding('bazaar', '@x402/extensions sanitizeResourceServiceMetadata', SOURCE, {
        path: `resource.${name}`,
        why: 'The listing leaves it out, in whole or in part.',
        severity: 'warning',
      }),
    );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const mppx = (document: Json): readonly DeclarationFinding[] =>
  validate(document).map(({ message, path, severity }) =>
    finding('mpp', 'mppx/discovery validate', 'npm:mppx', { path, why: message, severity }),
  );
