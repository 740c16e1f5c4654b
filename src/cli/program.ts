import { Command } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { OPPORTUNITY_PRICE } from '../products/opportunity-check/price.ts';
import { RELEASE } from '../release.ts';

/** Each command brings its own modules: `assay buy` starts in half the time without those of the service. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./operate.ts')).serveCommand(),
  buy: async () => (await import('./buy.ts')).buyCommand(),
  recover: async () => (await import('./recover.ts')).recoverCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  books: async () => (await import('./books.ts')).booksCommand(),
  journal: async () => (await import('./journal.ts')).journalCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  edition: async () => (await import('./edition.ts')).editionCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  doctor: async () => (await import('./operate.ts')).doctorCommand(),
  backup: async () => (await import('./operate.ts')).backupCommand(),
  keys: async () => (await import('./operate.ts')).keysCommand(),
  lab: async () => (await import('./lab.ts')).labCommand(),
};

const described = (): Command =>
  new Command('assay')
    .description(
      'Before your program pays for an API call, ask whether it should. Assay answers over HTTP 402 (x402).',
    )
    .version(RELEASE, '-V, --version')
    // `--version` after a command is that command's.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText(
      'after',
      `
Examples:
  $ assay serve                          start the service; without settings, in sandbox mode on a local chain
  $ assay buy opportunity-check --subject api.example.com/v1 --goal "Worth one ${OPPORTUNITY_PRICE.label} call?" --max ${OPPORTUNITY_PRICE.label.slice(1)}
  $ assay buy agent-commerce-reliability-ledger --max 0.10 --network solana
  $ assay recover payment.json           what to do with a payment whose outcome is not known
  $ assay check declaration 402.txt      would Bazaar, x402scan and MPP list what this seller declares
  $ assay books                          what was sold, what is owed, whether journal and chain agree
  $ assay init                           ask for the settings of a server, and write them with a systemd unit
  $ assay doctor                         check a production configuration without starting
  $ assay verify receipt receipt.jws --keys jwks.json
  $ assay verify record record.jws --keys jwks.json --challenge 402.txt`,
    );

/** Help and version end with 0, a command that was not understood with 2, as in the table of `buy --help`. */
const withUsageExit = (command: Command): void => {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : STOPS.usage.exit));
  command.commands.forEach(withUsageExit);
};

/** Runs a command line: what stands behind `assay`. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const program = described();
  const asked = args[0] ?? '';
  const wanted = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS);
  for (const command of wanted) program.addCommand(await command());
  withUsageExit(program);
  await program.parseAsync(args, { from: 'user' });
}
