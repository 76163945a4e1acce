#!/usr/bin/env node
import { EXIT } from './exit-codes.ts';
import { runCli } from './run-cli.ts';
import { openTerminal } from './terminal.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may have enough before we are done, as `head` has: that is no failure.
    const isEnough = error.code === 'EPIPE';
    if (!isEnough && stream === process.stdout)
      process.stderr.write(`error: cannot write: ${error.message}\n`);
    process.exit(isEnough ? (process.exitCode ?? EXIT.ok) : EXIT.refused);
  });
}

// Set, not exited with, so that a slow pipe still gets all that was written.
process.exitCode = await runCli(process.argv.slice(2), openTerminal(process, process.env), process.env);
