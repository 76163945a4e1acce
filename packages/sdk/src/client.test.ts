import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { answer, createClient, ok, refuse, SECRET, startService } from '../test/start-service.ts';
import { ConnectionError } from './errors.ts';
import { type BearerClientOptions, createBearerClient } from './bearer/index.ts';
import type { APP_OPTIONS, SHARED_OPTIONS } from './http/option-names.ts';
import { createTestService } from './testing/index.ts';
import {
  createSigner,
  ProcurementIntents,
  type SecretOptions,
  type Signable,
  SignerClient,
  type SignerOptions,
} from './index.ts';

const OPTIONS = { baseUrl: 'https://api.example', appId: 'app_1', appSecret: 'secret' };
const OPTIONS_OF_COMPANY = { baseUrl: 'https://api.example', credential: 'ak_test_1' };

describe('the options', () => {
  it.each([
    'https://api.example',
    'https://api.example/gateway/',
    'http://localhost:3000',
    'http://api.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.9.1',
    'http://[::1]:3000',
  ])('accept %s', (baseUrl) => expect(() => new ProcurementIntents({ ...OPTIONS, baseUrl })).not.toThrow());

  it.each([
    ['no address', 'api.example', /https/],
    ['plain http', 'http://api.example', /https/],
    ['a name that begins like a loopback name', 'http://127.0.0.1.evil.example', /https/],
    ['a name that ends like a loopback name', 'http://notlocalhost', /https/],
    ['another scheme', 'ftp://localhost', /https/],
    ['credentials', 'https://user:word@api.example', /credentials/],
    ['a password alone', 'https://:word@api.example', /credentials/],
    ['a query', 'https://api.example/?a=1', /query/],
    ['the prefix that the client adds', 'https://api.example/api/v1/', /\/api\/v1/],
  ])('refuse a baseUrl with %s', (_, baseUrl, message) => {
    expect(() => new ProcurementIntents({ ...OPTIONS, baseUrl })).toThrow(message);
  });

  it.each([
    ['appId', ''],
    ['appId', 'app\r\nx-evil: 1'],
    ['appId', undefined],
    ['appSecret', ''],
    ['appSecret', undefined],
    ['timeoutMs', 0],
    ['timeoutMs', Number.NaN],
    ['language', 'de'],
    ['language', 'EN'],
    ['language', null],
  ])('refuse %s = %j', (name, value) => {
    expect(() => new ProcurementIntents({ ...OPTIONS, [name]: value })).toThrow(TypeError);
  });

  it('name the languages that there are', () => {
    const options = { ...OPTIONS, language: 'de' as never };
    expect(() => new ProcurementIntents(options)).toThrow('language must be zh or en');
    expect(() => createBearerClient({ ...OPTIONS_OF_COMPANY, language: 'de' as never })).toThrow(
      'language must be zh or en',
    );
  });

  // As a program in JavaScript could write it, which no compiler checks.
  it.each([
    ['timeoutms', 'timeoutMs'],
    ['baseURL', 'baseUrl'],
    ['apiSecret', 'appSecret'],
    ['maxRetry', 'maxRetries'],
    ['retries', 'maxRetries'],
  ])('refuse %s, a misspelt %s', (name, nearest) => {
    const { baseUrl: _, ...others } = OPTIONS;
    const message = `unknown option ${name}, did you mean ${nearest}? known are baseUrl`;
    for (const options of [OPTIONS, others])
      expect(() => new ProcurementIntents({ ...options, [name]: 'x' })).toThrow(message);
    const { appSecret: _secret, ...signed } = OPTIONS;
    expect(() => new SignerClient({ ...signed, signer: () => ({}), [name]: 'x' })).toThrow(message);
  });

  it('are known by the names of their types', () => {
    type Shared = (typeof SHARED_OPTIONS)[number];
    type OfApp = Shared | (typeof APP_OPTIONS)[number];
    expectTypeOf<OfApp>().toEqualTypeOf<keyof SecretOptions | keyof SignerOptions>();
    expectTypeOf<Shared | 'credential'>().toEqualTypeOf<keyof BearerClientOptions>();
  });

  it('may come in an object that has more in it', () => {
    const { app } = createTestService();
    expect(app.permissions.length).toBeGreaterThan(0);
    expect(() => new ProcurementIntents({ baseUrl: 'https://api.example', ...app })).not.toThrow();
  });

  it("refuse an option of the company's client that does not exist", () => {
    const misspelt = { ...OPTIONS_OF_COMPANY, timeoutms: 5 };
    expect(() => createBearerClient(misspelt)).toThrow('unknown option timeoutms, did you mean timeoutMs?');
  });
});

describe('in a browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const enterPage = () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
  };

  it('refuses a secret in a browser, unless it is explicitly allowed', () => {
    enterPage();
    expect(() => new ProcurementIntents(OPTIONS)).toThrow(/signer/);
    expect(() => new ProcurementIntents({ ...OPTIONS, dangerouslyAllowBrowser: true })).not.toThrow();
  });

  it('accepts a secret in a worker, which has no document', () => {
    vi.stubGlobal('window', {});
    expect(() => new ProcurementIntents(OPTIONS)).not.toThrow();
  });

  it('signs by a signer on the backend, once for each attempt, without a secret', async () => {
    enterPage();
    const service = await startService(refuse('UNAVAILABLE'), ok({ id: 'int_1' }));
    const asked: Signable[] = [];
    const signOnBackend = createSigner('app_page', SECRET);
    const client = new ProcurementIntents({
      baseUrl: service.baseUrl,
      appId: 'app_page',
      signer: (request) => {
        asked.push(request);
        return signOnBackend(request);
      },
    });
    await client.intents.update('int_1', { remarks: '门口' });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual({
      method: 'PUT',
      path: '/api/v1/intents/int_1',
      body: '{"remarks":"门口"}',
      timestampMs: Number(service.received[0]?.headers['x-timestamp']),
    });
    for (const { method, path, body, headers } of service.received) {
      const timestampMs = Number(headers['x-timestamp']);
      expect(headers).toMatchObject(await signOnBackend({ method, path, body, timestampMs }));
    }
  });

  it('ends a call with the error of a failing signer, or with a timeout when the signer hangs', async () => {
    const service = await startService(ok(null));
    const options = { baseUrl: service.baseUrl, appId: 'app_page2' };
    const failure = new Error('signed out');
    const failing = new ProcurementIntents({ ...options, signer: () => Promise.reject(failure) });
    await expect(failing.intents.get('int_1')).rejects.toBe(failure);
    const hanging = new ProcurementIntents({ ...options, signer: () => new Promise<never>(() => {}) });
    await expect(hanging.intents.get('int_1', { timeoutMs: 60 })).rejects.toMatchObject({
      name: 'TimeoutError',
      attempts: 0,
    });
    expect(service.received).toHaveLength(0);
  });
});

describe('health', () => {
  const HEALTH = { status: 'healthy', timestamp: '2026-11-21T08:30:00.000Z', service: 's', uptime: 1 };

  it('sends no signature', async () => {
    const service = await startService(ok(HEALTH));
    expect(await createClient(service.baseUrl).health()).toEqual(HEALTH);
    expect(service.received[0]).toMatchObject({ method: 'GET', path: '/api/v1/health' });
    expect(Object.keys(service.received[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual(
      [],
    );
  });

  it('sends one request and reports the state of the service', async () => {
    const data = { status: 'degraded', timestamp: HEALTH.timestamp, details: 'database' };
    const service = await startService(refuse('DATABASE_UNAVAILABLE', { data }));
    await expect(createClient(service.baseUrl).health()).rejects.toMatchObject({
      name: 'DATABASE_UNAVAILABLE',
      data,
      retryable: true,
    });
    expect(service.received).toHaveLength(1);
  });
});

describe('redirects', () => {
  it('are not followed, so no signature reaches another host', async () => {
    const other = await startService(ok(null));
    const service = await startService(
      answer(307, '', { location: `${other.baseUrl}/api/v1/intents/int_1` }),
    );
    const error: unknown = await createClient(service.baseUrl)
      .intents.get('int_1')
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toContain('redirect');
    expect(other.received).toHaveLength(0);
    expect(service.received).toHaveLength(1);
  });
});

it('uses the given fetch, or else the current global one', async () => {
  const seen: string[] = [];
  const fake = (name: string) => (url: string) => {
    seen.push(`${name} ${url}`);
    return Promise.resolve(new Response('{"code":0,"message":"","data":null}'));
  };
  await new ProcurementIntents({ ...OPTIONS, fetch: fake('given') }).intents.get('int_1');
  const client = new ProcurementIntents(OPTIONS);
  const original = globalThis.fetch;
  globalThis.fetch = fake('global') as typeof fetch;
  try {
    await client.intents.get('int_2');
  } finally {
    globalThis.fetch = original;
  }
  expect(seen).toEqual([
    'given https://api.example/api/v1/intents/int_1',
    'global https://api.example/api/v1/intents/int_2',
  ]);
});
