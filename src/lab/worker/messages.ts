import type { Build } from '../builds.ts';
import type { Ask } from '../script.ts';
import type { Ways } from './fence.ts';

/** What the lab and the process of one client build say to each other. */

/** First message: which build to load, and where its names lead. */
export interface WorkerHello {
  readonly kind: 'hello';
  readonly build: Build;
  /** Folder where the build is installed. */
  readonly place: string;
  readonly ways: Ways;
}

/** One case. The process answers with a report, or ends. */
export interface CaseOrder {
  readonly kind: 'order';
  readonly caseId: string;
  readonly ask: Ask;
  /** The seller's path, where it is not the page that is sold. */
  readonly path?: string;
  /** Epoch milliseconds at which the client's clock stands. */
  readonly now: number;
  /** What is bought, where that is not the scripted seller's. */
  readonly wanted?: { readonly path: string; readonly body: string };
}

export interface Report {
  readonly kind: 'report';
  readonly caseId: string;
  readonly signed: number;
  readonly nonces: number;
  readonly statusSeen: number | null;
  /** What the client said of the call in words of its own, if anything. */
  readonly told?: string | undefined;
  readonly error: { readonly name: string; readonly messagePrefix: string } | null;
}

export type ToWorker = WorkerHello | CaseOrder;
export type FromWorker = { readonly kind: 'ready' } | Report;
