import { expect, it } from 'vitest';
import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { authorizeDevice } from './device-flow.ts';
import type { ClientRow } from './store/client-store.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const client = { id: 'cli_1', scopes: ['read:orders'], grantTypes: [DEVICE_GRANT] } as unknown as ClientRow;

it('a device whose user code is taken is told to ask once more', async () => {
  const devices = { insert: async () => 'taken' } as never;
  const deps = {
    devices,
    clock: { now: () => NOW },
    issuer: () => 'https://buy.example',
    limitDevices: async () => undefined,
  };
  await expect(authorizeDevice(deps, client, { form: {}, address: '192.0.2.1' })).rejects.toMatchObject({
    code: 'temporarily_unavailable',
  });
});
