/** The MCP library as its documentation wires it over HTTP without sessions: a server and a transport for each message. */
import { serve } from '@hono/node-server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Hono } from 'hono';
import { scopeCheck } from '../../src/checks/buyer-payment-scope-check/check.ts';
import { CALLS } from '../calls.ts';
import { ready } from './ready.ts';

const { name } = CALLS['MCP tool call'].body.params;
const app = new Hono();
app.post('/mcp', async (context) => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool(name, { inputSchema: scopeCheck.input }, () => ({
    content: [{ type: 'text', text: '{"status":"approved"}' }],
  }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(context.req.raw);
});
const listening = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => ready(listening));
