import { spawnSync } from 'node:child_process';

const INSTALL_TIMEOUT_MS = 90_000;

/**
 * The first of `programs` that this machine has. Where there is none, root on Debian installs one of `packages`; where
 * that cannot be, the result is null and a line on stderr says what is not tested. In CI nothing may be left out.
 *
 * @throws Error where `CI` is set, when there is no such program.
 */
export function findProgram(
  programs: readonly string[],
  packages: readonly string[],
  tested: string,
): string | null {
  const find = (): string | undefined =>
    programs.find((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);
  const known = find() ?? (install(packages) ? find() : undefined);
  if (known === undefined) {
    const advice = `Install ${packages.join(' or ')} to test them.`;
    if (process.env['CI']) throw new Error(`CI does not skip tests of ${tested}. ${advice}`);
    process.stderr.write(`\nSKIPPED: ${tested}. ${advice}\n\n`);
  }
  return known ?? null;
}

/** Whether one of the packages could be installed. */
function install(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0) return false;
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-y', '-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      stdio: 'ignore',
      timeout: INSTALL_TIMEOUT_MS,
    }).status === 0;
  const isInstalled = (): boolean => packages.some((name) => apt('install', '--no-install-recommends', name));
  return isInstalled() || (apt('update') && isInstalled());
}
