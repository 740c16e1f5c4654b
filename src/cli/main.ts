import { Command } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { PRICE } from '../products/opportunity-check/price.ts';
import { RELEASE } from '../release.ts';
import { booksCommand } from './books.ts';
import { buyCommand } from './buy.ts';
import { editionCommand } from './edition.ts';
import { journalCommand } from './journal.ts';
import { labCommand } from './lab.ts';
import { mcpCommand } from './mcp.ts';
import { backupCommand, doctorCommand, keysCommand, serveCommand } from './operate.ts';
import { verifyCommand } from './verify.ts';

const program = new Command('assay')
  .description('Assay sells deterministic trust answers to buyer agents over HTTP 402 (x402).')
  .version(RELEASE, '-V, --version')
  .showHelpAfterError('(add --help for usage)')
  .addHelpText(
    'after',
    `
Examples:
  $ assay serve                          start the service; without settings, in sandbox mode on a local chain
  $ assay buy opportunity-check --subject api.example.com/v1 --goal "Worth one ${PRICE.label} call?" --max ${PRICE.label.slice(1)}
  $ assay buy agent-commerce-reliability-ledger --max 0.10 --network solana
  $ assay books                          what was sold, what is owed, whether journal and chain agree
  $ assay doctor                         check a production configuration without starting
  $ assay verify receipt receipt.jws --keys jwks.json`,
  );

program
  .addCommand(serveCommand())
  .addCommand(buyCommand())
  .addCommand(verifyCommand())
  .addCommand(booksCommand())
  .addCommand(journalCommand())
  .addCommand(mcpCommand())
  .addCommand(editionCommand())
  .addCommand(doctorCommand())
  .addCommand(backupCommand())
  .addCommand(keysCommand())
  .addCommand(labCommand());

/** Help and version end with 0, a command that was not understood with 2, as in the table of `buy --help`. */
const withUsageExit = (command: Command): void => {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : STOPS.usage.exit));
  command.commands.forEach(withUsageExit);
};
withUsageExit(program);
await program.parseAsync();
