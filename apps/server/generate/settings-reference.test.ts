import { expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import { SETTINGS, type SettingName } from '../src/config/settings.ts';
import { outputs } from './settings-reference.ts';

const NUMBERS: Partial<Record<SettingName, keyof Config>> = {
  PORT: 'port',
  SANDBOX_PORT: 'sandboxPort',
  DATABASE_POOL_SIZE: 'databasePoolSize',
  PROCESSING_GRACE_MS: 'graceMs',
  PLATFORM_PATIENCE_MS: 'patienceMs',
  PLATFORM_CONFIRM_MS: 'confirmTimeoutMs',
  PLATFORM_TIMEOUT_MS: 'orderTimeoutMs',
  WORKER_CONCURRENCY: 'workerConcurrency',
};

async function page(): Promise<string> {
  return Object.values(await outputs()).join('');
}

test('every setting has one row', async () => {
  const names = [...(await page()).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(SETTINGS));
});

test.each(Object.entries(NUMBERS))('the default of %s is what the service takes', (name, key) => {
  const documented = Number.parseInt(SETTINGS[name as SettingName].fallback, 10);
  expect(readConfig({})[key]).toBe(documented);
});

test('the page names what production asks for', async () => {
  const section = (await page()).split('## In production')[1];
  const message = refusalOf({ NODE_ENV: 'production' });
  for (const name of ['DATABASE_URL', 'SECRETS_KEY', '_URL', '_TOKEN', '_PRODUCT_URLS']) {
    expect(message).toContain(name);
    expect(section).toContain(`\`${name}\``);
  }
  expect(refusalOf({ NODE_ENV: 'production', ROLES: 'sandbox' })).toContain('sandbox');
});

test('an empty variable counts as not set, and no secret is repeated', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000);
  expect(refusalOf({ DEMO_APP_SECRET: 'too-short' })).not.toContain('too-short');
});

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}
