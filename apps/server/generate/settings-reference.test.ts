import { expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import type { Setting } from '../src/config/setting.ts';
import { SETTINGS, type SettingName } from '../src/config/settings.ts';
import { outputs } from './settings-reference.ts';

/** Settings whose default is a number, with their names in the configuration. */
const NUMBERS = Object.entries<Setting>(SETTINGS).flatMap(([name, { key, defaults }]) =>
  key !== undefined && typeof defaults.development === 'number' ? [[name, key] as const] : [],
);

async function page(): Promise<string> {
  return Object.values(await outputs()).join('');
}

test('every setting has one row', async () => {
  const names = [...(await page()).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(SETTINGS));
});

test.each(NUMBERS)('the default of %s is what the service takes', (name, key) => {
  const documented = Number.parseInt(SETTINGS[name as SettingName].defaultText, 10);
  expect(readConfig({})[key as keyof Config]).toBe(documented);
});

test('the page names the settings that production requires', async () => {
  const section = (await page()).split('## In production')[1];
  const message = refusalOf({ NODE_ENV: 'production' });
  for (const name of ['DATABASE_URL', 'SECRETS_KEY', '_URL', '_TOKEN', '_PRODUCT_URLS']) {
    expect(message).toContain(name);
    expect(section).toContain(`\`${name}\``);
  }
  expect(refusalOf({ NODE_ENV: 'production', ROLES: 'sandbox' })).toContain('sandbox');
});

test('an empty variable counts as unset, and no secret is shown', () => {
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
