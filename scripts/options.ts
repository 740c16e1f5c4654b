import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** A wrong command line, as `assay` says it. */
const EXIT_USAGE = 2;

/**
 * Options of a script. `--help` prints what it is for and ends it; what is wrong with the command line is said in one
 * line, with the help behind it. `without` says what is missing where everything was understood.
 */
export function optionsOf<const T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
  without: (values: Values<T>) => string | undefined = () => undefined,
): Values<T> {
  if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
    console.log(help);
    process.exit(0);
  }
  try {
    const { values } = parseArgs({ options, allowNegative: true });
    const missing = without(values);
    if (missing !== undefined) throw new Error(missing);
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(EXIT_USAGE);
  }
}
