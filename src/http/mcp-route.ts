import type { Handler, Methods } from './answer.ts';
import type { McpOptions } from './mcp.ts';

/**
 * `/mcp`: streamable HTTP without sessions. The library behind it is a tenth of a start, and many services are never
 * sent a message: the first one loads it.
 */
export function mcpRoute(options: McpOptions): Methods {
  let loaded: Promise<Handler['run']> | undefined;
  const run: Handler['run'] = async (request, admit) => {
    loaded ??= import('./mcp.ts').then(({ mcpRun }) => mcpRun(options));
    return (await loaded)(request, admit);
  };
  return { POST: { kind: () => 'message', run } };
}
