import { runCommand } from '../run-command.ts';

/** Installs the packages of a workspace of its own, as its lockfile has them. @param signal - ends it. */
export async function installPackages(folder: string, signal?: AbortSignal): Promise<void> {
  const { code, output } = await runCommand('pnpm', ['install', '--frozen-lockfile'], {
    cwd: folder,
    ...(signal && { signal }),
  });
  if (code !== 0) throw new Error(`the packages of ${folder} could not be installed:\n${output}`);
}

/** Builds the packages of the repository. Takes a second when none has changed. */
export async function buildPackages(): Promise<void> {
  const { code, output } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only']);
  if (code !== 0) throw new Error(output);
}
