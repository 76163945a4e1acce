import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERMISSIONS } from '@procurement-intents/contract';
import { expect, it, onTestFinished } from 'vitest';
import { service, useService } from '../support/use-service.ts';
import { ensureDemoApp } from '../../src/startup/demo-app.ts';

useService();

function ensure(appId: string) {
  const dir = mkdtempSync(join(tmpdir(), 'demo-app-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { baseUrl, sandboxUrl, appsDeps } = service;
  return ensureDemoApp(appsDeps, {
    file: join(dir, 'demo-app.json'),
    appId,
    appSecret: null,
    baseUrl,
    sandboxUrl,
  });
}

it('may do all that the guides show, and does not draft only', async () => {
  const { appId } = await ensure(`app_demo_${randomBytes(8).toString('hex')}`);
  const expected = PERMISSIONS.filter((permission) => permission !== 'intents:draft');
  expect((await service.appsDeps.store.find(appId))?.permissions).toEqual(expected);
});

it('grants nothing to a demo App that exists', async () => {
  const { appId } = await service.addApp({ permissions: ['intents:read'] });
  await ensure(appId);
  expect((await service.appsDeps.store.find(appId))?.permissions).toEqual(['intents:read']);
});
