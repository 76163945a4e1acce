import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

const PACKAGES = join(import.meta.dirname, '..', 'packages');
const NPM = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Packs a built package without dependencies as for a release, and installs it in the empty folder `project`.
 *
 * @returns the paths in the package.
 */
export async function installPacked(name: 'gateway' | 'sdk', project: string): Promise<string[]> {
  const target = join(project, 'pack');
  mkdirSync(target);
  const packed = await run('npm', ['pack', '--json', '--pack-destination', target], join(PACKAGES, name));
  const [{ files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ files: { path: string }[] }];
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await run('npm', ['install', ...NPM, `./pack/${readdirSync(target)[0]}`], project);
  return files.map(({ path }) => path);
}

/** Runs a program in `cwd` and returns its output. @throws Error with the output unless it succeeds. */
export async function run(file: string, args: string[], cwd: string): Promise<string> {
  const { code, output } = await runCommand(file, args, { cwd });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed (${code}):\n${output}`);
  return output;
}
