import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that systems give to outgoing connections: such a port may be taken while its server is started anew.
const LOWEST = 15_000;
const HIGHEST = 32_000;

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
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}
