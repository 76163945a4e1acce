import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SandboxProcess {
  stop(): Promise<void>;
  /** Resolves when the sandbox has ended, wanted or not. */
  exited: Promise<void>;
}

export interface SandboxOptions {
  repository: string;
  port: number;
  token: string;
  ordersFile: string;
  env: Record<string, string | undefined>;
}

/**
 * Runs the sandbox shops as a process of their own, as real shops would be. It ends with this process.
 *
 * @throws Error with the sandbox's own words when it cannot start, a taken `SANDBOX_PORT` above all.
 */
export async function startSandboxProcess(options: SandboxOptions): Promise<SandboxProcess> {
  const { repository, port, token, ordersFile, env } = options;
  const child = fork(join(repository, 'apps', 'sandbox', 'src', 'main.ts'), {
    env: { ...env, SANDBOX_PORT: String(port), SANDBOX_TOKEN: token, SANDBOX_FILE: ordersFile },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').then(() => undefined);
  await listening(child);
  child.stderr?.resume();
  return {
    exited,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('close', () => reject(new Error(said.trim() || 'the sandbox did not start')));
  });
}
