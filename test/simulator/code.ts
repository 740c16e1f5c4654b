import { openChain, paidUs } from '../../src/adapters/evm/chain.ts';
import { evmSettler } from '../../src/adapters/evm/settler.ts';
import { facilitatorSettler } from '../../src/adapters/facilitator/settler.ts';
import { memoryJournal } from '../../src/adapters/memory-journal.ts';
import { gateFor } from '../../src/gate/gate.ts';
import { termsFor } from '../../src/gate/offer.ts';
import { x402Rail } from '../../src/gate/rails/x402.ts';
import { sweep } from '../../src/gate/reconcile.ts';
import { createApp } from '../../src/http/app.ts';

/** The code under test. A mutant is the same with one thing wrong (mutants.ts). */
export interface Code {
  readonly gateFor: typeof gateFor;
  readonly termsFor: typeof termsFor;
  readonly x402Rail: typeof x402Rail;
  readonly sweep: typeof sweep;
  readonly evmSettler: typeof evmSettler;
  readonly facilitatorSettler: typeof facilitatorSettler;
  readonly openChain: typeof openChain;
  readonly paidUs: typeof paidUs;
  readonly createApp: typeof createApp;
  /** What the operations of the journal mean; the disk beneath it is the simulator's. */
  readonly memoryJournal: typeof memoryJournal;
}

export const realCode: Code = {
  gateFor,
  termsFor,
  x402Rail,
  sweep,
  evmSettler,
  facilitatorSettler,
  openChain,
  paidUs: paidUs,
  createApp,
  memoryJournal,
};
