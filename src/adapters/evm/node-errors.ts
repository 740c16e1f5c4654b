import { BaseError, RpcRequestError } from 'viem';

/** What the node itself answered, as opposed to a node that could not be asked. */
export const nodesOwn = (error: unknown): RpcRequestError | undefined => {
  if (!(error instanceof BaseError)) return undefined;
  const own = error.walk((cause) => cause instanceof RpcRequestError);
  return own instanceof RpcRequestError ? own : undefined;
};

/** The node answered and would not do it. */
export const isNodes = (error: unknown): boolean => nodesOwn(error) !== undefined;
