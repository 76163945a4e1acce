import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from './app.ts';
import type { Sandbox } from './app.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';

function run(config: Config): void {
  const server = createServer();
  let sandbox: Sandbox | undefined;

  const stop = () => {
    server.close();
    server.closeAllConnections();
    sandbox?.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // A sandbox that another process started must not outlive it.
  if (process.send) process.on('disconnect', stop);

  server.on('error', (error) => fail(explain(error, config)));
  server.listen(config.port, config.host, () => {
    // The file is opened only after the port is bound: two writers would corrupt it.
    try {
      sandbox = createSandbox({ dataFile: config.file, token: config.token, speed: config.speed });
    } catch (error) {
      fail(`SANDBOX_FILE cannot be used: ${(error as Error).message}`);
    }
    server.on('request', sandbox.app);
    const { port } = server.address() as AddressInfo;
    if (process.send) process.send({ type: 'listening', port }, undefined, undefined, () => {});
    else console.log(`Sandbox shops listen on http://${config.host}:${port}`);
  });
}

function explain(error: NodeJS.ErrnoException, { port, host }: Config): string {
  if (error.code === 'EADDRINUSE') return `SANDBOX_PORT ${port} is already in use on ${host}`;
  if (error.code === 'EACCES') return `SANDBOX_PORT ${port} needs rights that this process lacks`;
  return `SANDBOX_HOST ${host} cannot be listened on: ${error.message}`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function loadConfig(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail((error as Error).message);
  }
}

run(loadConfig());
