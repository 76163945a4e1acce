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

test.each([
  ['api', ['DATABASE_URL', 'SECRETS_KEY', 'PUBLIC_URL']],
  ['worker', ['DATABASE_URL', 'DATA_KEY']],
])('the page names what production requires of the role %s', async (role, required) => {
  const section = (await page()).split('## In production')[1] ?? '';
  const line = section.split('\n').find((each) => each.startsWith(`- ${role}:`)) ?? '';
  const named = [...line.replaceAll(/ \(or [^)]+\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const refused = refusalOf({ NODE_ENV: 'production', ROLES: role }).split('\n');
  expect(
    refused.filter((each) => !each.startsWith('a platform must be set')).map((each) => each.split(' ')[0]),
  ).toEqual(named);
  expect(refused).toHaveLength(named.length + 1);
  expect(line).toContain('at least one platform');
  expect(named).toEqual(required);
});

test('the role sandbox is refused in production', () => {
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
