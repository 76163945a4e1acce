import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../src/config/config.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import type { FaultWorld } from './fault-world.ts';

/** What `npm run jobs` prints as JSON for an operator of the world. */
export async function runJobs(
  { databaseUrl }: Pick<FaultWorld, 'databaseUrl'>,
  ...args: string[]
): Promise<unknown> {
  const file = join(REPOSITORY, 'apps/server/src/admin/jobs-cli.ts');
  const env = { PATH: process.env['PATH'], ...COMPILE_CACHE, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args, '--json'], { env });
  return JSON.parse(stdout);
}
