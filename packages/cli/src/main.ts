#!/usr/bin/env node
import { EXIT } from './exit-codes.ts';
import { runCli } from './run-cli.ts';
import { openTerminal } from './terminal.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early; this is not a failure.
    const isClosedPipe = error.code === 'EPIPE';
    if (!isClosedPipe && stream === process.stdout)
      process.stderr.write(`error: cannot write: ${error.message}\n`);
    process.exit(isClosedPipe ? (process.exitCode ?? EXIT.ok) : EXIT.refused);
  });
}

// Set instead of calling exit, so that a slow pipe still receives all output.
process.exitCode = await runCli(process.argv.slice(2), openTerminal(process, process.env), process.env);
