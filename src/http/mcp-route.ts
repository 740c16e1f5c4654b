import type { Handler, Methods } from './answer.ts';
import type { McpOptions, mcpRun as McpRun } from './mcp-run.ts';

interface Loaded {
  readonly mcpRun: typeof McpRun;
}

/**
 * `/mcp`: streamable HTTP without sessions. The library behind it is a tenth of a start, and many services are never
 * sent a message: the first one loads it. Where that fails (no descriptor was left), the next one tries again.
 */
export function mcpRoute(
  options: McpOptions,
  load: () => Promise<Loaded> = () => import('./mcp-run.ts'),
): Methods {
  let loaded: Promise<Handler['run']> | undefined;
  const run: Handler['run'] = async (request, admit) => {
    loaded ??= load().then(
      ({ mcpRun }) => mcpRun(options),
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    );
    return (await loaded)(request, admit);
  };
  return { POST: { kind: () => 'message', run } };
}
