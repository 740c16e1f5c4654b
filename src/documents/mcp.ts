import { document } from '../declare.ts';
import { serverCard, toolPack } from '../discovery/tools.ts';

export const mcpToolPack = document({
  id: 'mcp-tool-pack',
  path: '/api/mcp-tool-pack',
  summary: 'The MCP tools that /mcp lists, with schemas and prices, and how a paid one is paid.',
  freshness: 'fixed',
  render: toolPack,
});

export const mcpServerCard = document({
  id: 'mcp-server-card',
  path: '/mcp/server-card',
  aliases: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'],
  summary: 'MCP server card: where the streamable HTTP server is.',
  freshness: 'fixed',
  mediaType: 'application/mcp-server-card+json',
  render: serverCard,
});
