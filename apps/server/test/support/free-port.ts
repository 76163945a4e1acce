import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that systems give to outgoing connections: such a port may be taken while its server is started anew.
const LOWEST = 16_000;
const HIGHEST = 32_000;

// A server that is down for a while keeps its port: no worker of a test run takes what another one was given, nor the
// same port twice.
const WORKERS = 16;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const outcome = Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  server.listen(port, '127.0.0.1');
  if (!(await outcome)) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of 127.0.0.1 that nobody listens on, for a server that keeps it over its restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST / WORKERS, HIGHEST / WORKERS) * WORKERS + worker;
    if (given.has(port)) continue;
    // Before the look, so that no other call that is under way takes the same one.
    given.add(port);
    if (await isFree(port)) return port;
  }
}
