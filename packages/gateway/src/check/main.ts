#!/usr/bin/env node
import { runCommand } from './run-command.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early.
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? 0);
  });

// The first Ctrl-C lets the run cancel what it has bought; the second ends it.
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

// Set instead of calling exit, so that a slow pipe still receives the whole report.
process.exitCode = await runCommand(process.argv.slice(2), process.env, process, {
  signal: stop.signal,
});
