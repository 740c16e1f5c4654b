import type { Counter } from 'prom-client';
import type { Event } from '../http/app.ts';
import type { Times } from './times.ts';

/**
 * What is counted and logged of one answered request. Its words are a closed list, so whatever depends on them alone
 * (the counters with their labels, most of the log line) is made when they first come up and kept.
 */
export interface EventMetrics {
  readonly requests: Counter<'route' | 'outcome'>;
  readonly reasons: Counter<'route' | 'reason'>;
  readonly seconds: Times;
}

interface Kept {
  readonly outcome: Event['outcome'];
  readonly status: number;
  readonly reason: string | undefined;
  readonly count: () => void;
  readonly observe: (seconds: number) => void;
  /** The log line between the time and the duration. */
  readonly middle: string;
}

/** pino's number for `info`. */
const INFO = 30;

/** `write` takes a whole line, as pino would have written it; undefined: this level is not logged. */
export function eventRecorder(
  { requests, reasons, seconds }: EventMetrics,
  base: object,
  write: ((line: string) => void) | undefined,
): (event: Event) => void {
  const byRoute = new Map<string, Kept[]>();

  return ({ route, outcome, status, reason, durationMs }) => {
    const same = (each: Kept) => each.outcome === outcome && each.status === status && each.reason === reason;
    const kept = byRoute.get(route)?.find(same) ?? keep(route, outcome, status, reason);
    kept.count();
    kept.observe(durationMs / 1_000);
    write?.(`{"level":${INFO},"time":"${isoNow()}",${kept.middle}${Math.round(durationMs)}}\n`);
  };

  function keep(route: string, outcome: Event['outcome'], status: number, reason: string | undefined): Kept {
    const request = requests.labels(route, outcome);
    const refusal = reason && reasons.labels(route, reason);
    const timer = seconds.labels(outcome);
    const said = JSON.stringify({ ...base, route, outcome, status, ...(reason && { reason }) });
    const kept: Kept = {
      outcome,
      status,
      reason,
      count: () => {
        request.inc();
        if (refusal) refusal.inc();
      },
      observe: (value) => timer.observe(value),
      middle: `${said.slice(1, -1)},"durationMs":`,
    };
    byRoute.set(route, [...(byRoute.get(route) ?? []), kept]);
    return kept;
  }
}

let second = Number.NaN;
let upToSeconds = '';

/** ISO 8601 with milliseconds, as `Date.toISOString` writes it. */
function isoNow(): string {
  const now = Date.now();
  const milliseconds = now % 1_000;
  if (now - milliseconds !== second) {
    second = now - milliseconds;
    upToSeconds = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSeconds}${String(milliseconds).padStart(3, '0')}Z`;
}
