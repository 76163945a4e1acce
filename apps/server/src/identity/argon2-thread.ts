import { argon2Sync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Argon2Parameters } from './argon2-queue.ts';

// A tenth of the weight of the other threads of the process: when all cores are busy, a hash takes about that part of one.
const NICENESS = 10;

/** Lets the threads that answer calls go first. Linux alone has priorities of threads. */
function yieldCores(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // Elsewhere a hash is a thread like the others.
  }
}

yieldCores();
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
