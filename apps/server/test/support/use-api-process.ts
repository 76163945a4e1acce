import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { createServiceProcess, type ServiceProcess } from './service-process.ts';
import type { Signer } from './sign.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The App that `api` knows. */
export const demo: Signer = {
  appId: 'app_demo_process',
  appSecret: randomBytes(16).toString('hex'),
};
export let api: ServiceProcess;

interface ApiProcessOptions {
  settings?: Record<string, string>;
  /** Arguments of Node itself. */
  nodeArgs?: readonly string[];
}

/** Starts a process with the role `api` and a database of its own for the tests of this file. */
export function useApiProcess(
  prepare: () => Promise<ApiProcessOptions> | ApiProcessOptions = () => ({}),
): void {
  let testDatabase: TestDatabase | undefined;
  beforeAll(async () => {
    const { settings, nodeArgs } = await prepare();
    testDatabase = await createTestDatabase();
    api = await createServiceProcess(
      {
        ROLES: 'api',
        DATABASE_URL: testDatabase.url,
        SECRETS_KEY: randomBytes(32).toString('base64'),
        DEMO_APP_ID: demo.appId,
        DEMO_APP_SECRET: demo.appSecret,
        ...settings,
      },
      nodeArgs,
    );
    await api.start();
  });
  afterAll(async () => {
    await api?.stop();
    await testDatabase?.drop();
  });
}

function readMemory(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${api.pid()}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

/** Bytes that `api` has in memory now; only on Linux, as the next. */
export const residentBytes = (): number => readMemory('VmRSS');

/** Runs `work`, and returns by how many bytes `api` grew at its worst. */
export async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  // Sets the highest mark to what is in memory now.
  writeFileSync(`/proc/${api.pid()}/clear_refs`, '5');
  const idleBytes = residentBytes();
  await work();
  return readMemory('VmHWM') - idleBytes;
}
