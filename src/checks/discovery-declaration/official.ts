import { PaymentInfoSchema, validatePaymentRequiredDetailed } from '@agentcash/discovery';
import { parsePaymentRequired } from '@x402/core/schemas';
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { validate } from 'mppx/discovery';
import { type Json, record } from '../../values/challenge.ts';
import { type Finding, finding } from './finding.ts';
import { operationsIn } from './operations.ts';
import type { Declared } from './read.ts';

/** What the official validators say, each by its own name. Nothing of theirs is decided again here. */

export interface Trust {
  /** Whether schemas of the declaration may be run: what a schema asks for can take a machine's whole time. */
  readonly runsSchemas: boolean;
}

export function officialFindings(declared: Declared, trust: Trust): readonly Finding[] {
  if (declared.kind === 'challenge')
    return [...core(declared), ...agentcash(declared), ...bazaar(declared, trust)];
  return declared.kind === 'openapi' ? [...paymentInfo(declared), ...mpp(declared)] : [];
}

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function core({ document }: Declared): readonly Finding[] {
  const parsed = parsePaymentRequired(document);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) =>
    finding('clients', '@x402/core parsePaymentRequired', 'npm:@x402/core', {
      path: pathOf(issue.path),
      why: issue.message,
    }),
  );
}

function agentcash({ document }: Declared): readonly Finding[] {
  const { issues } = validatePaymentRequiredDetailed(document, {
    requireInputSchema: true,
    requireOutputSchema: true,
  });
  return issues
    .filter(({ severity, stage }) => severity !== 'info' && stage === 'payment_required')
    .map(({ code, severity, message, hint, path }) =>
      finding('x402scan', `@agentcash/discovery ${code}`, 'npm:@agentcash/discovery', {
        severity: severity === 'error' ? 'error' : 'warning',
        why: message,
        ...(hint !== undefined && { fix: hint }),
        ...(path !== undefined && { path }),
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

function bazaar({ document }: Declared, { runsSchemas }: Trust): readonly Finding[] {
  const extension = record(document.extensions).bazaar;
  if (extension === undefined) return [];
  const given = record(extension) as unknown as Parameters<typeof validateDiscoveryExtension>[0];
  const path = 'extensions.bazaar';
  const rule = '@x402/extensions validateDiscoveryExtension';
  const source = 'npm:@x402/extensions';
  const spec = validateDiscoveryExtensionSpec(record(extension));
  const found = (spec.errors ?? []).map((why) => finding('bazaar', `${rule}Spec`, source, { path, why }));
  if (!runsSchemas && isUnbounded(given.schema)) {
    const why =
      'Its schema has expressions or references, which are not run here. Run: assay check declaration <file>';
    return [
      ...found,
      finding('bazaar', rule, source, { path: `${path}.schema`, why, verdict: 'not_checked' }),
    ];
  }
  const { errors = [] } = validateDiscoveryExtension(given);
  return [...found, ...errors.map((why) => finding('bazaar', rule, source, { path, why }))];
}

function paymentInfo({ document }: Declared): readonly Finding[] {
  return operationsIn(document).flatMap(({ path, operation }) => {
    const info = operation['x-payment-info'];
    const parsed = info === undefined ? undefined : PaymentInfoSchema.safeParse(info);
    if (!parsed || parsed.success) return [];
    return parsed.error.issues.map((issue) =>
      finding('x402scan', '@agentcash/discovery PaymentInfoSchema', 'npm:@agentcash/discovery', {
        path: [path, 'x-payment-info', ...issue.path.map(String)].join('.'),
        why: issue.message,
      }),
    );
  });
}

function mpp({ document }: Declared): readonly Finding[] {
  return validate(document as Json).map(({ message, path, severity }) =>
    finding('mpp', 'mppx/discovery validate', 'npm:mppx', { path, why: message, severity }),
  );
}
