/**
 * Compiles `contracts/*.sol` into `src/sandbox/contracts.artefact.json`.
 *
 *   node scripts/build-contracts.ts           writes the artefact
 *   node scripts/build-contracts.ts --check   exits 1 when the committed artefact is not what the sources give
 *
 * Settings are fixed and no metadata is appended, so the same compiler gives the same bytes on every machine.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';
import { digestBytes } from '../src/values/digest.ts';
import { optionsOf } from './options.ts';

const NAMES = ['Multicall3', 'UsdcSandbox'] as const;
const ARTEFACT = new URL('../src/sandbox/contracts.artefact.json', import.meta.url);
const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
};

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: unknown; evm: { deployedBytecode: { object: string } } }>>;
}

const source = (name: string): string =>
  readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), 'utf8');

/** The artefact's text: `{ name: { abi, runtime, sourceDigest } }`. Any compiler message, warnings too, is an error. */
function compile(): string {
  const sources = Object.fromEntries(NAMES.map((name) => [`${name}.sol`, { content: source(name) }]));
  const input = { language: 'Solidity', sources, settings: SETTINGS };
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)));
  if (output.errors?.length) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  }
  const artefact = Object.fromEntries(
    NAMES.map((name) => {
      const contract = output.contracts?.[`${name}.sol`]?.[name];
      if (!contract) throw new Error(`the compiler gave no contract ${name}`);
      const runtime = `0x${contract.evm.deployedBytecode.object}`;
      return [name, { abi: contract.abi, runtime, sourceDigest: digestBytes(source(name)) }];
    }),
  );
  return `${JSON.stringify(artefact, null, 1)}\n`;
}

function readCommitted(): string {
  try {
    return readFileSync(ARTEFACT, 'utf8');
  } catch {
    return '';
  }
}

const HELP = `Compiles contracts/*.sol into src/sandbox/contracts.artefact.json.

  npm run contracts
    --check   writes nothing; exits 1 when the committed file is not what the sources give`;
const values = optionsOf(HELP, { check: { type: 'boolean', default: false } });
const built = compile();
const same = built === readCommitted();
const label = `src/sandbox/contracts.artefact.json (solc ${solc.version().split('+')[0]}, ${NAMES.join(', ')})`;
if (!values.check) {
  writeFileSync(ARTEFACT, built);
  console.log(`${same ? 'unchanged' : 'wrote'} ${label}`);
} else if (same) {
  console.log(`up to date: ${label}`);
} else {
  console.error(`out of date: ${label}; run: node scripts/build-contracts.ts`);
  process.exitCode = 1;
}
