import { ken } from './program.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await ken(process.argv.slice(2), processTerminal());
