import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SandboxProcess {
  stop(): Promise<void>;
  /** Resolves when the sandbox has exited, expected or not. */
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
 * Starts the sandbox in a separate process, which exits with this one.
 *
 * @throws Error with the sandbox's own message when it cannot start, for example because `SANDBOX_PORT` is in use.
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
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('close', () => reject(new Error(stderr.trim() || 'the sandbox did not start')));
  });
}
