import { ken } from './program.ts';
import { processTerminal } from './terminal.ts';

// A reader that has enough (`ken export … | head`) closes the pipe; that is no failure of ours.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => process.exit(failure.code === 'EPIPE' ? 0 : 3));

process.exitCode = await ken(process.argv.slice(2), processTerminal());
