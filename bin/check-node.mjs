// npm scripts run on the Node that npm brought. Elsewhere, one clear line instead of a syntax error.
const NEEDED = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `This needs Node ${NEEDED} or newer and runs on ${process.version}: on Linux "npm ci" brings it; elsewhere install Node ${NEEDED}.`,
  );
  process.exit(2);
}
