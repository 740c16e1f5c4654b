/**
 * The floors of docs/architecture.md as rules: imports only go down; the rooms of floor 3, single products and checks,
 * and the two mains do not meet; pure floors (0 to 4) import no Node core and only the npm packages named here.
 */
const floors = [
  'values/',
  'ports|declare|rehearsal|issues|accounting/|reading/',
  'discovery/|ledger/|policy/',
  'products/|checks/|documents/|gate/',
  'catalogue',
  'http/|adapters/|buyer/|sandbox/|lab/',
  'origin/|edge/|cli/',
];
const below = (n) => `^src/(${floors.slice(0, n).join('|')})`;
const above = (n) => `^src/(${floors.slice(n).join('|')})`;
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const PURE = 5;
const tests = '\\.(test|suite)\\.ts$|testing\\.ts$';

module.exports = {
  forbidden: [
    ...floors
      .slice(0, -1)
      .map((room, i) =>
        rule(
          `floor-${i}-looks-up`,
          { path: `^src/(${room})`, pathNot: tests },
          { path: above(i + 1) },
          'Take what you need from above as an argument.',
        ),
      ),
    rule(
      'rooms-do-not-meet',
      { path: '^src/(products|checks|documents|gate)/', pathNot: tests },
      { path: '^src/(products|checks|documents|gate)/', pathNot: '^src/$1/' },
    ),
    rule(
      'products-stand-alone',
      { path: '^src/(products|checks)/([^/]+)/', pathNot: tests },
      { path: '^src/$1/([^/]+)/', pathNot: '^src/$1/$2/' },
    ),
    rule(
      'mains-do-not-meet',
      { path: '^src/(origin|edge)/' },
      { path: '^src/(origin|edge|cli)/', pathNot: '^src/$1/' },
    ),
    rule('lab-only-from-cli', { path: '^src/', pathNot: ['^src/(lab|cli)/', tests] }, { path: '^src/lab/' }),
    rule(
      'buys-without-the-products',
      { path: '^src/(buyer|cli/buy)', pathNot: tests },
      { path: '^src/(catalogue|products/)', dependencyTypesNot: ['dynamic-import'] },
      'Whoever buys waits for what is loaded: take what is sold from discovery/sold-products.ts.',
    ),
    rule('pure-has-no-node', { path: below(PURE), pathNot: tests }, { dependencyTypes: ['core'] }),
    rule(
      'pure-npm-list',
      { path: below(PURE), pathNot: tests },
      {
        path: 'node_modules',
        pathNot:
          'node_modules/(zod|@noble/(?:curves|hashes)|@scure/bip39|canonicalize|tldts|libphonenumber-js|@x402/core|@x402/extensions|mppx|@agentcash/discovery)/',
      },
      'A pure room may use these packages only: add one here with a reason.',
    ),
    rule(
      'runs-without-dev-packages',
      { path: '^src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional'] },
      '`npm ci --omit=dev` must be enough to serve: put the package under dependencies.',
    ),
    rule('nothing-imports-tests', { path: '^src/', pathNot: tests }, { path: tests }),
    rule('no-circular', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
