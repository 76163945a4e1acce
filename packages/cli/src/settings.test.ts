import { chmodSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeUnusualSecret, loadSettings, requireSettings } from './settings.ts';
import { defaultSettingsFile } from './settings-file.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const stdin = (text = '') => Readable.from([text]);
const SECRET = 'secret-of-the-app';

function settingsFile(content: string, mode = 0o600): string {
  const file = join(dir, `${Math.random()}.json`);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

it('prefers options to variables to the file, and records the source of each', async () => {
  const config = settingsFile(JSON.stringify({ baseUrl: 'https://file', appId: 'file', appSecret: 'file' }));
  const env = { PROCUREMENT_BASE_URL: 'https://env', PROCUREMENT_APP_ID: 'env', PROCUREMENT_APP_SECRET: '' };
  const { values, sources } = await loadSettings({ config, appId: 'option' }, env, stdin());
  expect(values).toEqual({ baseUrl: 'https://env', appId: 'option', appSecret: 'file' });
  expect(sources).toEqual({ baseUrl: 'PROCUREMENT_BASE_URL', appId: '--app-id', appSecret: config });
});

it('takes the secret from stdin without the newline of echo', async () => {
  const env = { XDG_CONFIG_HOME: dir, PROCUREMENT_APP_SECRET: 'env' };
  const { values } = await loadSettings({ appSecretStdin: true }, env, stdin(`${SECRET}\n`));
  expect(values.appSecret).toBe(SECRET);
  await expect(loadSettings({ appSecretStdin: true }, env, stdin())).rejects.toThrow(
    'nothing came from stdin',
  );
});

it('reads the default file, which may be missing', async () => {
  const env = { XDG_CONFIG_HOME: dir };
  expect((await loadSettings({}, env, stdin())).values).toEqual({});
  const file = defaultSettingsFile(env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"appId":"app_1"}', { mode: 0o600 });
  expect((await loadSettings({}, env, stdin())).values).toEqual({ appId: 'app_1' });
});

it.each([0o640, 0o604, 0o620])('refuses a file that other users may open (%o)', async (mode) => {
  const config = settingsFile(JSON.stringify({ appSecret: SECRET }), mode);
  await expect(loadSettings({ config }, {}, stdin())).rejects.toMatchObject({
    fix: expect.stringContaining(`chmod 600 ${config}`),
  });
});

it.each([
  ['no JSON', `{"appSecret": "${SECRET}"`, 'is not valid JSON'],
  ['no object', `["${SECRET}"]`, 'must hold a JSON object'],
  ['an unknown key', `{"${SECRET}": ""}`, 'unknown key'],
  ['a number', `{"appId": 1}`, 'appId must be a text'],
])('refuses a file that has %s, without repeating it', async (_, content, message) => {
  const problem = await loadSettings({ config: settingsFile(content) }, {}, stdin()).catch(
    (error: Error) => error,
  );
  expect(problem).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) });
  expect(JSON.stringify([problem, (problem as Error).message])).not.toContain(SECRET);
});

it('refuses a named file that does not exist', async () => {
  await expect(loadSettings({ config: join(dir, 'none') }, {}, stdin())).rejects.toThrow('there is no file');
});

it('explains how to set each missing setting', () => {
  const missing = () =>
    requireSettings({ values: { appId: 'a' }, sources: {} }, 'baseUrl', 'appId', 'appSecret');
  expect(missing).toThrow(/PROCUREMENT_BASE_URL.*PROCUREMENT_APP_SECRET/);
});

it.each([
  ['s\n', 'ends with a newline'],
  [' s', 'begins or ends with white space'],
  ['"s"', 'stands in quotes'],
  ['s', null],
])('reports the usual mistakes in a secret', (secret, expected) => {
  expect(describeUnusualSecret(secret)).toBe(expected);
});
