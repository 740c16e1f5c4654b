/** The floor: `node:http` that answers every request with the same small 402. What no server on Node can be faster than. */
import { createServer } from 'node:http';
import { ready } from './ready.ts';

const BODY = '{"error":"payment_required"}';

const server = createServer((_request, response) => {
  response.writeHead(402, { 'content-type': 'application/json', 'content-length': BODY.length }).end(BODY);
});
server.listen(0, '127.0.0.1', () => ready(server));
