import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';

const PACKAGES = join(import.meta.dirname, '..', '..', 'packages');
const NPM = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Packs a built package into the folder `target` as for a release. */
export async function packPackage(
  name: 'gateway' | 'sdk',
  target: string,
): Promise<{ path: string; files: string[] }> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', target], join(PACKAGES, name));
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  return { path: join(target, filename), files: files.map(({ path }) => path) };
}

/**
 * Installs a built package without dependencies, packed as for a release, in the empty folder `project`.
 *
 * @returns the paths in the package.
 */
export async function installPacked(name: 'gateway' | 'sdk', project: string): Promise<string[]> {
  const target = join(project, 'pack');
  mkdirSync(target);
  const { path, files } = await packPackage(name, target);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await run('npm', ['install', ...NPM, path], project);
  return files;
}

/** Runs a program in `cwd` and returns its output. @throws Error with the output unless it succeeds. */
export async function run(file: string, args: string[], cwd: string): Promise<string> {
  const { code, output } = await runCommand(file, args, { cwd });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed (${code}):\n${output}`);
  return output;
}
