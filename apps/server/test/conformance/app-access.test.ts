import {
  contract,
  LIMITS,
  type OperationId,
  ERRORS,
  type Permission,
  PERMISSIONS,
  RATE_LIMITS,
  ROUTES,
  signedPartOf,
  CALLER_RATES,
} from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/client-apps/manage-apps.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { isOfWebhooks, pathOf, takesBody } from '../support/signed-operations.ts';
import type { CallOptions, Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { clock, service, useService } from '../support/use-service.ts';

/** Stands behind a proxy that it trusts, and insists on https. */
let proxied: TestService;

useService({ graceMs: 86_400_000 });
beforeAll(async () => {
  proxied = await startTestService({
    clock,
    trustedProxies: ['127.0.0.1', '10.9.0.0/16'],
    isHttpsRequired: true,
  });
});
afterAll(() => proxied.stop());

const INTENTS = ROUTES.listIntents.path;
const OPERATIONS = Object.keys(contract) as OperationId[];

const list = (options: CallOptions) => service.call('GET', INTENTS, options);
const listFrom = (address: string, signer: Signer) =>
  proxied.call('GET', INTENTS, {
    signer,
    headers: { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' },
  });

describe('the order of checks (A3)', () => {
  it('refuses a request that is wrong in every way by one thing after the other', async () => {
    const at = service;
    const app = await at.addApp({ ipAllowList: ['203.0.113.7'], permissions: ['intents:read'] });
    const stale = { 'X-Timestamp': String(clock.now().getTime() - LIMITS.timestampSkewMs - 1) };
    const call = (signer: Signer, headers: Record<string, string> = {}) =>
      at.call('POST', INTENTS, {
        signer,
        headers: { 'Content-Type': 'text/plain', ...headers },
        rawBody: '[',
      });
    const wrongSecret = { ...app, appSecret: 'wrong' };

    expectError(await call({ ...wrongSecret, appId: 'app_unknown' }, stale), 'APP_UNKNOWN');
    expectError(await call(wrongSecret, stale), 'TIMESTAMP_INVALID');
    expectError(await call(wrongSecret), 'SIGNATURE_INVALID');
    expectError(await call(app), 'IP_NOT_ALLOWED');
    const reader = await at.addApp({ permissions: ['intents:read'] });
    expectError(await call(reader), 'PERMISSION_MISSING');
    const writer = await at.addApp();
    const served = await Promise.all(Array.from({ length: RATE_LIMITS.create }, () => call(writer)));
    for (const answer of served) expectError(answer, 'MEDIA_TYPE_UNSUPPORTED');
    expectError(await call(writer), 'RATE_LIMITED');
  });

  it('looks for the intent only after all of them', async () => {
    const id = await intentIn(service, 'DRAFT');
    const path = ROUTES.getIntent.path.replace(':id', id);
    const signer = { ...(await service.addApp()), appSecret: 'wrong' };
    expectError(await service.call('GET', path, { signer }), 'SIGNATURE_INVALID');
  });

  it('does not count a refused caller against an App (R4)', async () => {
    const signer = await service.addApp();
    const forged = { ...signer, appSecret: 'wrong' };
    for (let count = 0; count < 20; count += 1)
      expectError(await list({ signer: forged }), 'SIGNATURE_INVALID');
    const answer = await list({ signer });
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(RATE_LIMITS.read - 1));
  });

  it('answers an address 42901 after 100 failures in a second, and still serves who signs well (R4)', async () => {
    const forged = { ...service.signer, appSecret: 'wrong' };
    const failures = Array.from({ length: CALLER_RATES.authFailure }, () => list({ signer: forged }));
    for (const answer of await Promise.all(failures)) expectError(answer, 'SIGNATURE_INVALID');
    expectError(await list({ signer: forged }), 'RATE_LIMITED');
    expectError(await list({ signer: { ...forged, appId: 'app_unknown' } }), 'RATE_LIMITED');
    expectSuccess(await list({}), 'listIntents');
    clock.advance(1000);
    expectError(await list({ signer: forged }), 'SIGNATURE_INVALID');
  });
});

describe('permissions (A4)', () => {
  const SIGNED = OPERATIONS.flatMap((operation) => {
    const { metadata } = contract[operation];
    const signed = signedPartOf(metadata);
    return (signed?.permissions ?? []).map((permission) => ({
      operation,
      permission,
      // Without the permission in question no other one of the route's is left either.
      others: PERMISSIONS.filter((it) => !signed?.permissions.includes(it)),
    }));
  });

  it.each(SIGNED.filter(({ operation }) => isOfWebhooks(operation)))(
    '$operation needs $permission, for endpoints that exist and others',
    async ({ operation, permission, others }) => {
      const lesser = await service.addApp({ permissions: others });
      const owner = await service.addApp({ permissions: [permission, 'intents:read'] });
      const call = (signer: Signer) =>
        service.call(ROUTES[operation].method, pathOf(operation), {
          signer,
          ...(takesBody(operation) && { body: { url: 'https://erp.example.com/' } }),
        });
      expectError(await call(lesser), 'PERMISSION_MISSING');
      expect((await call(owner)).body.code).not.toBe(ERRORS.PERMISSION_MISSING.code);
    },
  );

  it.each(SIGNED.filter(({ operation }) => !isOfWebhooks(operation)))(
    '$operation needs $permission and nothing else',
    async ({ operation, permission, others }) => {
      const owner = await service.addApp({ permissions: [permission] });
      const lesser = await service.addApp({ permissions: others });
      const none = await service.addApp({ permissions: [] });
      const id = await intentIn(service, 'DRAFT');
      await service.database.intent.update({
        where: { id },
        data: { appId: owner.appId, status: fit(operation) },
      });
      const before = await service.database.intent.findUnique({ where: { id } });
      const { method, path } = ROUTES[operation];
      const call = (signer: Signer) =>
        service.call(method, path.replace(':id', id), { signer, ...bodyOf(operation, permission) });

      for (const signer of [lesser, none]) expectError(await call(signer), 'PERMISSION_MISSING');
      expect(await service.database.intent.findUnique({ where: { id } })).toEqual(before);
      expectSuccess(await call(owner), operation);
    },
  );

  const FIT: Partial<Record<OperationId, 'SUBMITTED' | 'COMPLETED'>> = {
    cancelIntent: 'SUBMITTED',
    archiveIntent: 'COMPLETED',
  };
  const fit = (operation: OperationId) => FIT[operation] ?? 'DRAFT';
  function bodyOf(operation: OperationId, permission: Permission): CallOptions {
    if (operation === 'createIntent')
      return { body: { ...intentBody(service), draft: permission === 'intents:draft' } };
    if (operation === 'createIntents') return { body: { items: [intentBody(service)] } };
    if (operation === 'setIntentLabels') return { body: { labels: { batch: 'x' } } };
    return operation === 'updateIntent' ? { body: { remarks: 'x' } } : {};
  }
});

describe('the allow list of addresses (A7, S14)', () => {
  it.each<[entries: string[], address: string]>([
    [[], '198.51.100.1'],
    [['198.51.100.1'], '198.51.100.1'],
    [['198.51.100.1'], '::ffff:198.51.100.1'],
    [['::ffff:198.51.100.1'], '198.51.100.1'],
    [['198.51.100.0/24'], '198.51.100.255'],
    [['::ffff:198.51.100.0/120'], '198.51.100.255'],
    [['203.0.113.7', '198.51.100.0/31'], '198.51.100.1'],
    [['2001:db8::1'], '2001:0DB8:0:0::1'],
    [['2001:db8::/32'], '2001:db8:ffff::1'],
  ])('%j allows a caller at %s', async (ipAllowList, address) => {
    expectSuccess(await listFrom(address, await proxied.addApp({ ipAllowList })), 'listIntents');
  });

  it.each<[entries: string[], address: string]>([
    [['198.51.100.1'], '198.51.100.2'],
    [['::ffff:198.51.100.0/120'], '198.51.101.0'],
    [['198.51.100.0/24'], '198.51.101.0'],
    [['0.0.0.0/0'], '2001:db8::1'],
    [['2001:db8::/32'], '2001:db9::1'],
    [['::/0'], '198.51.100.1'],
  ])('%j refuses a caller at %s, and says where it called from', async (ipAllowList, address) => {
    const answer = await listFrom(address, await proxied.addApp({ ipAllowList }));
    expectError(answer, 'IP_NOT_ALLOWED');
    expect(answer.body.data).toEqual({ address });
  });

  it.each(['198.51.100.1', '198.51.100.1, 10.9.1.1', '192.0.2.66, 198.51.100.1'])(
    'through a trusted proxy, X-Forwarded-For "%s" counts from the right: allowed',
    async (forwarded) => {
      const signer = await proxied.addApp({ ipAllowList: ['198.51.100.1'] });
      expectSuccess(await listFrom(forwarded, signer), 'listIntents');
    },
  );

  it.each([
    '198.51.100.1, 192.0.2.66',
    '198.51.100.1, 192.0.2.66, 10.9.1.1',
    '198.51.100.1:443',
    '',
    'unknown',
  ])('through a trusted proxy, X-Forwarded-For "%s" counts from the right: refused', async (forwarded) => {
    const signer = await proxied.addApp({ ipAllowList: ['198.51.100.1'] });
    expectError(await listFrom(forwarded, signer), 'IP_NOT_ALLOWED');
  });

  it('believes nobody else: without a trusted proxy the socket counts', async () => {
    const signer = await service.addApp({ ipAllowList: ['198.51.100.1'] });
    const claims = {
      'X-Forwarded-For': '198.51.100.1',
      'X-Real-IP': '198.51.100.1',
      Forwarded: 'for=198.51.100.1',
    };
    expectError(await list({ signer, headers: claims }), 'IP_NOT_ALLOWED');
    const local = await service.addApp({ ipAllowList: ['127.0.0.1'] });
    expectSuccess(await list({ signer: local, headers: claims }), 'listIntents');
  });

  it.each([
    '198.51.100.1/33',
    '198.51.100',
    '1.2.3.4.5',
    '0x7f.1',
    '198.51.100.1-9',
    '2001:db8::/129',
    'host',
    '',
  ])('takes no entry like "%s"', async (entry) => {
    const input = { name: `app with ${entry}`, ipAllowList: [entry] };
    const problem = { field: 'ipAllowList.0', issue: { rule: 'ipRange' } };
    await expect(createApp(service.appsDeps, input)).rejects.toMatchObject({ problems: [problem] });
    expect(await service.database.app.findFirst({ where: { name: input.name } })).toBeNull();
  });
});

describe('https (A8)', () => {
  const PATHS = [INTENTS, ROUTES.getHealth.path];

  it.each(PATHS)('is what a trusted proxy says it is: %s answers', async (path) => {
    const answer = await proxied.call('GET', path, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(answer.headers.has('strict-transport-security')).toBe(true);
    expect(answer.status).toBe(200);
  });

  it.each(['http', null, 'HTTPS2'])('is required: X-Forwarded-Proto %s is refused', async (proto) => {
    const headers = { ...(proto !== null && { 'X-Forwarded-Proto': proto }) };
    for (const path of PATHS) {
      const answer = await proxied.call('GET', path, { headers });
      expect(answer.headers.has('strict-transport-security')).toBe(false);
      expectError(answer, 'HTTPS_REQUIRED');
    }
  });

  it('is not believed of a caller that is no trusted proxy', async () => {
    const answer = await list({ headers: { 'X-Forwarded-Proto': 'https' } });
    expect(answer.headers.has('strict-transport-security')).toBe(false);
  });
});
