import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createApp } from '../../src/client-apps/manage-apps.ts';
import { PLATFORMS } from '@procurement-intents/contract';
import { sandboxShop } from '../../src/config/platform-config.ts';
import { renderStartScreen, type ScreenInput } from '../../src/startup/start-screen.ts';

const INPUT: ScreenInput = {
  baseUrl: 'http://127.0.0.1:3000',
  hasConsole: true,
  sandboxUrl: 'http://127.0.0.1:3100',
  admin: null,
  platforms: PLATFORMS.map((id) => sandboxShop(id, 3100)),
  demoApp: { appId: 'app_demo_1', appSecret: 'shown-to-its-owner' },
  dataDir: '/data',
};

describe('the start screen', () => {
  it('shows all addresses and the demo App', () => {
    const screen = renderStartScreen(INPUT);
    for (const text of [
      'http://127.0.0.1:3000/docs',
      'http://127.0.0.1:3000/console',
      'http://127.0.0.1:3100/',
      '/data',
      'app_demo_1',
      'shown-to-its-owner',
    ])
      expect(screen).toContain(text);
  });

  it('omits absent parts', () => {
    const bare = renderStartScreen({
      ...INPUT,
      sandboxUrl: null,
      hasConsole: false,
      demoApp: null,
      dataDir: null,
    });
    expect(bare).not.toMatch(/null|undefined|Sandbox|Console|Data|App|curl/);
    // Without the sandbox there is no product for the example call.
    expect(renderStartScreen({ ...INPUT, sandboxUrl: null })).not.toContain('curl');
  });

  it('buys on a platform that is a shop of the sandbox', () => {
    const real = { id: 'PLATFORM_A', productUrlPrefixes: ['https://item.example/'] } as const;
    const [, second] = INPUT.platforms;
    const screen = renderStartScreen({ ...INPUT, platforms: [real, ...(second ? [second] : [])] });
    expect(screen).toContain('"platform":"PLATFORM_B"');
    expect(screen).toContain('"productUrl":"http://127.0.0.1:3100/b/items/ordinary"');
    expect(renderStartScreen({ ...INPUT, platforms: [real] })).not.toContain('curl');
  });
});

describe('the printed calls, pasted into bash', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ graceMs: 86_400_000 });
  });
  afterAll(() => service.stop());

  /** The lines of the calls, without the indented texts. */
  function callsIn(screen: string): string {
    const lines = screen.split('\n');
    return lines
      .slice(lines.findIndex((line) => line.startsWith('BASE=')))
      .filter((line) => !/^ {2}[A-Z]/.test(line))
      .join('\n');
  }

  function bash(script: string): Promise<{ stdout: string; stderr: string }> {
    const env = { PATH: process.env['PATH'] ?? '' };
    return new Promise((resolve, reject) => {
      const child = execFile('bash', { env, timeout: 10_000 }, (error, stdout, stderr) =>
        error ? reject(error) : resolve({ stdout, stderr }),
      );
      child.stdin?.end(script);
    });
  }

  it.each([
    'a-plain-secret_of_43-characters-as-they-are',
    `it's $HOME "a" \\ \`b\` !x;#&|<(*)>~%s`.replaceAll(' ', '_'),
  ])('create an intent and read it, with the secret %s', async (secret) => {
    const { app } = await createApp(service.appsDeps, { name: `demo of ${secret}`.slice(0, 90), secret });
    const { baseUrl, sandboxUrl } = service;
    const demoApp = { appId: app.id, appSecret: secret };
    const screen = renderStartScreen({
      ...INPUT,
      baseUrl,
      sandboxUrl,
      demoApp,
      platforms: [sandboxShop('PLATFORM_A', Number(new URL(sandboxUrl).port))],
    });
    const { stdout, stderr } = await bash(callsIn(screen));
    expect(stderr).toBe('');
    const [created, read] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(created).toMatchObject({ code: 0, data: { status: 'SUBMITTED' } });
    expect(read).toMatchObject({
      code: 0,
      data: { id: created.data.id, title: '无线鼠标', totalAmount: 199 },
    });
  });
});
