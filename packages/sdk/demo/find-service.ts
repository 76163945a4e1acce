import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Addresses of the service and its sandbox, and the App to sign for. */
export interface DemoService {
  baseUrl: string;
  appId: string;
  appSecret: string;
  sandboxUrl: string;
}

const REPOSITORY = join(import.meta.dirname, '../../..');

/**
 * Reads what the running service wrote to `demo-app.json` under `DATA_DIR` (default `.data` of the repository);
 * `BASE_URL`, `DEMO_APP_ID`, `DEMO_APP_SECRET` and `SANDBOX_URL` take precedence. `null` when something is missing.
 */
export function findService(env: NodeJS.ProcessEnv): DemoService | null {
  const file = readIfAny(join(resolve(env.DATA_DIR || join(REPOSITORY, '.data')), 'demo-app.json'));
  const found: Partial<DemoService> = {
    ...file,
    ...given('baseUrl', env.BASE_URL),
    ...given('appId', env.DEMO_APP_ID),
    ...given('appSecret', env.DEMO_APP_SECRET),
    ...given('sandboxUrl', env.SANDBOX_URL),
  };
  const { baseUrl, appId, appSecret, sandboxUrl } = found;
  if (!baseUrl || !appId || !appSecret || !sandboxUrl) return null;
  return { baseUrl, appId, appSecret, sandboxUrl: sandboxUrl.replace(/\/+$/, '') };
}

function given(name: keyof DemoService, value: string | undefined): Partial<DemoService> {
  return value ? { [name]: value } : {};
}

function readIfAny(path: string): Partial<DemoService> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoService>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
