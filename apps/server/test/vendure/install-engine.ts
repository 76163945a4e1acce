import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../../../scripts/packages/prepare-packages.ts';
import { REPOSITORY } from '../../src/config/config.ts';

export const EXAMPLE = join(REPOSITORY, 'packages/gateway/examples/gateway-vendure');

/**
 * Installs the engine at the versions of its own lockfile, once, into a cache outside of the workspace: it is under the GPL, and
 * nothing here may depend on it.
 *
 * @returns its folder.
 */
export async function installEngine(signal: AbortSignal): Promise<string> {
  const source = join(EXAMPLE, 'engine');
  const lock = readFileSync(join(source, 'pnpm-lock.yaml'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(REPOSITORY, 'node_modules/.cache/vendure-engine', digest);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
      cpSync(join(source, name), join(folder, name));
    await installPackages(folder, signal);
    writeFileSync(done, '');
  }
  cpSync(join(source, 'engine.mjs'), join(folder, 'engine.mjs'));
  return folder;
}
