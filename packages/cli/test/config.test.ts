import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, SECRET, temporaryFolder } from './run.ts';

const NO_VARIABLES = { PROCUREMENT_APP_ID: '', PROCUREMENT_APP_SECRET: '' };
const SHOWN = { baseUrl: 'https://procurement.example', appId: 'app_1' };

async function setAll(env: Record<string, string>) {
  for (const [name, value] of Object.entries(SHOWN)) {
    expect(await run(['config', 'set', name, value], env)).toMatchObject({ exitCode: 0, stdout: '' });
  }
  expect(await run(['config', 'set', 'appSecret'], env, `${SECRET}\n`)).toMatchObject({ exitCode: 0 });
}

it('keeps the settings in a file that only its owner can read, and shows them without the secret', async () => {
  const home = temporaryFolder();
  const env = { ...NO_VARIABLES, HOME: home };
  await setAll(env);
  const folder = join(home, '.config', 'procurement-intents');
  const file = join(folder, 'config.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...SHOWN, appSecret: SECRET });
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);

  const shown = await run(['config', 'show'], env);
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  expect(shown.stdout).toBe(
    `baseUrl\thttps://procurement.example\t${file}\nappId\tapp_1\t${file}\nappSecret\tset, not shown\t${file}\n`,
  );
  const json = await run(['config', 'show', '--json'], { ...env, PROCUREMENT_APP_ID: 'app_2' });
  expect(JSON.parse(json.stdout)).toEqual({
    file,
    settings: {
      baseUrl: { value: SHOWN.baseUrl, source: file },
      appId: { value: 'app_2', source: 'PROCUREMENT_APP_ID' },
      appSecret: { isSet: true, source: file },
    },
  });
  expect(shown.stdout + json.stdout).not.toContain(SECRET);
});

it('shows what is missing', async () => {
  const { exitCode, stdout } = await run(['config', 'show'], { ...NO_VARIABLES, HOME: temporaryFolder() });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: 'baseUrl\tnot set\t\nappId\tnot set\t\nappSecret\tnot set\t\n',
  });
});

it('changes a file behind a link, and keeps the link', async () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, 'real.json'), join(folder, 'config.json')];
  writeFileSync(file, '{"appId": "app_1"}', { mode: 0o600 });
  symlinkSync(file, link);
  expect(await run(['config', 'set', 'appId', 'app_2', '--config', link])).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ appId: 'app_2' });
});

it.each([
  [['baseUrl', 'procurement.example'], 'baseUrl must be'],
  [['appId', 'my app'], 'appId must be'],
  [['apiKey', 'x'], 'baseUrl, appId, appSecret'],
  [['baseUrl'], 'needs a value'],
  [['appSecret', SECRET], 'stdin'],
  [['appSecret'], 'stdin'],
])('refuses `config set %j` and writes nothing', async (args, reason) => {
  const file = join(temporaryFolder(), 'config.json');
  const { exitCode, stdout, stderr } = await run(
    ['config', 'set', ...args, '--config', file],
    NO_VARIABLES,
    '',
  );
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining(reason),
  });
  expect(stderr).not.toContain(SECRET);
  expect(existsSync(file)).toBe(false);
});

it.each([['"quoted-secret"'], ['  spaced-secret']])(
  'refuses the secret %j, which looks copied wrongly',
  async (input) => {
    const file = join(temporaryFolder(), 'config.json');
    const { exitCode, stderr } = await run(
      ['config', 'set', 'appSecret', '--config', file],
      NO_VARIABLES,
      input,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('the secret') });
    expect(stderr).not.toContain('-secret"');
  },
);

it('does not change a file that other users can open', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, '{"appId": "app_1"}');
  chmodSync(file, 0o644);
  const { exitCode, stderr } = await run(['config', 'set', 'appId', 'app_2', '--config', file]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`chmod 600 ${file}`) });
  expect(readFileSync(file, 'utf8')).toBe('{"appId": "app_1"}');
});
