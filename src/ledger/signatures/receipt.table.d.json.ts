import type { SignatureRule } from '../signatures.ts';

declare const table: readonly SignatureRule[];
export = table;
