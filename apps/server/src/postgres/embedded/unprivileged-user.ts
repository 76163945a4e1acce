import { execFileSync } from 'node:child_process';

/** An account of this machine, as the options of `spawn` take it. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The account that Postgres runs as when this process is root; undefined when it is not, and Postgres runs as the same
 * account. Postgres refuses uid 0, and initdb requires an account with a name.
 *
 * @throws Error when running as root on a machine that has neither `postgres` nor `nobody`.
 */
export function findServerUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user) return user;
  throw new Error(
    'the embedded Postgres cannot run as root, and there is no user "postgres" or "nobody" to run it as; ' +
      'create one, start as another user, or set DATABASE_URL',
  );
}

/** Whether `user` can read and enter (or execute) all of `paths`. Undefined: whether this process can. */
export function canReach(user: SystemUser | undefined, paths: string[]): boolean {
  const conditions = paths.flatMap((path) => ['-a', '-r', path, '-a', '-x', path]).slice(1);
  try {
    // Runs `test`, because the account may be unable to reach the Node of this process.
    execFileSync('test', conditions, { ...user, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function lookUp(name: string): SystemUser | undefined {
  try {
    const read = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return undefined;
  }
}
