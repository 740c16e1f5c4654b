import { nativeSha256 } from '../adapters/system.ts';
import { hashWith } from '../values/digest.ts';
import { endInOneLine } from './ended.ts';
import { runCommandLine } from './program.ts';

// What a command did not foresee is one line, and quotes no address: a trace may hold an RPC URL with its key.
process.on('uncaughtException', endInOneLine);
// Before the modules of a command: some make digests as they load.
hashWith(nativeSha256);

await runCommandLine(process.argv.slice(2));
