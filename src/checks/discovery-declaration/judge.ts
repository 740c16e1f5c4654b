import { corrected } from './correct.ts';
import { type DeclarationFinding, type DeclarationReader, READERS } from './finding.ts';
import { knownFindings } from './known.ts';
import type { Trust } from './official.ts';
import { type DeclarationKind, parseAny, readDeclaration } from './read.ts';
import type { DeclarationAnswer } from './schema.ts';

/** Who reads which declaration. */
const READ_BY: Readonly<Record<DeclarationKind, readonly DeclarationReader[]>> = {
  challenge: ['bazaar', 'x402scan', 'clients'],
  mpp_challenge: ['mpp'],
  openapi: ['x402scan', 'mpp'],
  well_known: ['x402scan'],
};

export async function judgeDeclaration(
  pasted: string,
  status: number | undefined,
  trust: Trust,
): Promise<DeclarationAnswer> {
  const declared = readDeclaration(pasted, status, trust.runsSchemas ? parseAny : undefined);
  if (!declared) return { kind: 'unreadable', passes: false, readers: [], findings: [], corrected: null };
  // Loaded when first needed: they bring validators that no other check uses.
  const { officialFindings } = await import('./official.ts');
  const findings = [...(await officialFindings(declared, trust)), ...knownFindings(declared)];
  const also = declared.kind === 'challenge' && declared.mpp ? (['mpp'] as const) : [];
  const readers = [...READ_BY[declared.kind], ...also].map((reader) => ({
    reader,
    means: READERS[reader],
    verdict: verdictOf(findings.filter((each) => each.reader === reader)),
  }));
  return {
    kind: declared.kind,
    passes: findings.every(({ severity, verdict }) => severity !== 'error' || verdict === 'not_checked'),
    readers,
    findings: [...findings],
    corrected: corrected(declared),
  };
}

function verdictOf(own: readonly DeclarationFinding[]): 'no' | 'not_known' | 'nothing_against_it' {
  const errors = own.filter(({ severity }) => severity === 'error');
  if (errors.some(({ verdict }) => verdict === 'fails')) return 'no';
  return errors.length > 0 ? 'not_known' : 'nothing_against_it';
}
