import { type EdgeVariables, startEdge } from '../../scripts/edge/run.ts';

/**
 * The Worker in workerd, for a lab: as it is deployed, but its clock runs ahead and it prints every address that it
 * calls. The same as `probe.ts` does with the origin; nothing else of it is changed.
 */
const { PORT, DATA_DIR, CLOCK_AHEAD_MS = '0', PATH: _path, EDGE_CODE: _code, ...variables } = process.env;

const before = `
const RealDate = Date;
const now = () => RealDate.now() + ${Number(CLOCK_AHEAD_MS)};
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === globalThis.Date ? target : newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  console.log('edge calls ' + new URL(typeof input === 'string' ? input : input.url).host);
  return realFetch(input, init);
};`;

const edge = await startEdge({
  port: Number(PORT),
  dataDir: DATA_DIR!,
  variables: variables as EdgeVariables,
  before,
});
console.log(`edge listening on ${edge.url}`);
process.once('SIGTERM', () => void edge.stop().then(() => process.exit(0)));
