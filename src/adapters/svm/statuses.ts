import { Failure } from '../../values/failure.ts';
import type { RpcAnswer } from './answers.ts';
import type { RpcCall } from './rpc.ts';

/**
 * `succeeded`: in a block that two thirds of the stake voted for. `failed`: in a final block, without effect.
 * `seen`: in a block that may still be dropped. `absent`: this node shows none.
 */
export type SvmStatus = 'succeeded' | 'failed' | 'seen' | 'absent';

/** A status, and the slot of the view that shows it. */
interface Shown {
  readonly slot: number;
  readonly status: SvmStatus;
}
interface Asking {
  readonly signature: string;
  readonly resolve: (shown: Shown) => void;
  readonly reject: (error: unknown) => void;
}
/** As many as one question may name. */
const MAX_STATUSES = 256;

/** Asks what became of a transaction. All that is asked at the same moment is one question. */
export function openStatuses(call: RpcCall): (signature: string) => Promise<Shown> {
  let asking: Asking[] = [];

  return (signature) =>
    new Promise((resolve, reject) => {
      if (asking.length === 0) queueMicrotask(askTogether);
      asking.push({ signature, resolve, reject });
      if (asking.length >= MAX_STATUSES) askTogether();
    });

  function askTogether(): void {
    const group = asking;
    asking = [];
    if (group.length === 0) return;
    // A node that keeps no history refuses this, instead of showing nothing.
    const how = { searchTransactionHistory: true };
    const signatures = group.map((each) => each.signature);
    // All that can throw comes before the last step: what that one threw, nobody would hear, and nobody be answered.
    call('getSignatureStatuses', [signatures, how])
      .then((answer) => shownIn(answer, group.length))
      .then(
        (shown) => {
          for (const [i, { resolve }] of group.entries()) resolve(shown[i]!);
        },
        (error) => {
          for (const { reject } of group) reject(error);
        },
      );
  }
}

type Statuses = RpcAnswer<'getSignatureStatuses'>;

/** What an answer shows of each that was asked about; throws unless it has a word for every one of them. */
function shownIn({ context: { slot }, value }: Statuses, count: number): readonly Shown[] {
  // One that is left out is not one that is not there.
  if (value.length !== count)
    throw new Failure('the node answered something else than it was asked about', 'OTHER_ANSWER');
  return value.map((status) => ({ slot, status: statusOf(status) }));
}

function statusOf(status: Statuses['value'][number]): SvmStatus {
  if (!status) return 'absent';
  const { err, confirmationStatus } = status;
  if (err !== null) return confirmationStatus === 'finalized' ? 'failed' : 'seen';
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' ? 'succeeded' : 'seen';
}
