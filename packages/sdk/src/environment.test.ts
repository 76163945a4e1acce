import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok, SECRET, startService } from '../test/start-service.ts';
import { type ClientOptions, ProcurementIntents, SignerClient } from './index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function stubEnvironment(values: Partial<Record<'BASE_URL' | 'APP_ID' | 'APP_SECRET', string>>): void {
  for (const name of ['BASE_URL', 'APP_ID', 'APP_SECRET'] as const) {
    vi.stubEnv(`PROCUREMENT_${name}`, values[name]);
  }
}

describe('the environment', () => {
  it('has all that a client needs', async () => {
    const service = await startService(ok({ id: 'int_1' }));
    stubEnvironment({ BASE_URL: service.baseUrl, APP_ID: 'app_env', APP_SECRET: SECRET });
    await new ProcurementIntents().intents.get('int_1');
    expect(service.received[0]?.headers['x-app-id']).toBe('app_env');
  });

  it('gives way to options', async () => {
    const service = await startService(ok({ id: 'int_1' }));
    stubEnvironment({ BASE_URL: 'https://other.example', APP_ID: 'app_env', APP_SECRET: SECRET });
    await new ProcurementIntents({ baseUrl: service.baseUrl, appId: 'app_own' }).intents.get('int_1');
    expect(service.received[0]?.headers['x-app-id']).toBe('app_own');
  });

  it('stands in for an option that is undefined, as a variable of your own may be', async () => {
    const service = await startService(ok({ id: 'int_1' }));
    stubEnvironment({ BASE_URL: service.baseUrl, APP_ID: 'app_env', APP_SECRET: SECRET });
    const { SHOP_URL: baseUrl, SHOP_APP: appId, SHOP_SECRET: appSecret } = process.env;
    const options: ClientOptions = { baseUrl, appId, appSecret };
    await new ProcurementIntents(options).intents.get('int_1');
    expect(service.received[0]?.headers['x-app-id']).toBe('app_env');
  });

  it.each([
    ['baseUrl', 'PROCUREMENT_BASE_URL', { APP_ID: 'app_env', APP_SECRET: SECRET }],
    ['appId', 'PROCUREMENT_APP_ID', { BASE_URL: 'https://api.example', APP_SECRET: SECRET }],
    ['appSecret', 'PROCUREMENT_APP_SECRET', { BASE_URL: 'https://api.example', APP_ID: 'app_env' }],
    ['appSecret', 'PROCUREMENT_APP_SECRET', { BASE_URL: 'https://a.example', APP_ID: 'app', APP_SECRET: '' }],
  ])('without %s is refused by that name and %s', (option, variable, values) => {
    stubEnvironment(values);
    expect(() => new ProcurementIntents()).toThrow(option);
    expect(() => new ProcurementIntents()).toThrow(variable);
  });

  it.each([
    [{}, {}, 'baseUrl, appId, appSecret are missing, and so are PROCUREMENT_BASE_URL, PROCUREMENT_APP_ID, '],
    [
      { APP_ID: 'app_env' },
      { baseUrl: 'https://a.example' },
      'appSecret is missing, and so is PROCUREMENT_APP_S',
    ],
    [
      {},
      { signer: () => ({}) },
      'baseUrl, appId are missing, and so are PROCUREMENT_BASE_URL, PROCUREMENT_APP_ID in',
    ],
  ])('and the options without several are refused by all their names: %j, %j', (values, options, message) => {
    stubEnvironment(values);
    expect(() => new ProcurementIntents(options)).toThrow(message);
  });

  it('is not asked for a secret by a client that has a signer', () => {
    stubEnvironment({});
    const options = { baseUrl: 'https://api.example', appId: 'app_1', signer: () => ({}) };
    expect(() => new ProcurementIntents(options)).not.toThrow();
    expect(() => new SignerClient(options)).not.toThrow();
  });
});

it.each([` ${SECRET}`, `${SECRET}\n`, 'two words'])(
  'white space in the secret %j points to doctor',
  (appSecret) => {
    const options = { baseUrl: 'https://api.example', appId: 'app_1' };
    expect(() => new ProcurementIntents({ ...options, appSecret })).toThrow(
      /white space.*`npx @procurement-intents\/cli doctor`/,
    );
    stubEnvironment({ APP_SECRET: appSecret });
    expect(() => new ProcurementIntents(options)).toThrow(
      /white space.*`npx @procurement-intents\/cli doctor`/,
    );
  },
);
