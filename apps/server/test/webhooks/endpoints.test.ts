import { DEFAULT_PERMISSIONS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import {
  call,
  clock,
  createEndpoint,
  fieldsOf,
  receiver,
  service,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

describe('an endpoint (WH1 to WH6)', () => {
  it('is shown as it was made, with its secret in that answer alone', async () => {
    const { answer, id, path } = await createEndpoint();
    expect(answer.status).toBe(201);
    const { secret, ...shown } = answer.body.data;
    const at = clock.now().toISOString();
    expect(shown).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
      url: receiver.origin + path,
      description: '',
      eventTypes: ['*'],
      payload: 'thin',
      signature: 'v1',
      maxPerSecond: 25,
      status: 'ENABLED',
      createdAt: at,
      updatedAt: at,
      version: 1,
    });
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const read = await call('GET', `${WEBHOOKS}/${id}`);
    expect(read.body.data).toEqual(shown);
    expect(read.headers.get('etag')).toBe('"1"');
    expect((await call('GET', WEBHOOKS)).body.data).toEqual({ items: [shown] });
  });

  it('has a public key in place of a secret with ed25519', async () => {
    const { answer, id } = await createEndpoint({ signature: 'v1a' });
    expect(answer.body.data.secret).toBeUndefined();
    const [key] = answer.body.data.publicKeys;
    expect(Buffer.from(key.slice('whpk_'.length), 'base64')).toHaveLength(32);
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.data.publicKeys).toEqual([key]);
  });

  it('is sealed in the database', async () => {
    const { secret, id } = await createEndpoint();
    const [row] = await service.database.webhookSecret.findMany({ where: { webhookId: id } });
    expect(Buffer.from(row?.ciphertext ?? []).includes(secret)).toBe(false);
  });

  it.each([
    ['http://erp.example.com/hooks'],
    ['https://127.0.0.1/hooks'],
    ['https://2130706433/hooks'],
    ['https://0x7f.1/hooks'],
    ['https://[::1]/hooks'],
    ['https://user:pass@erp.example.com/'],
    ['https://@erp.example.com/'],
    ['https://erp.example.com:80/'],
    ['https://erp.example.com:1023/'],
    ['https://erp.example.com/#part'],
    ['https://erp.example.com/#'],
    ['https:/erp.example.com/'],
    ['https:\\\\erp.example.com/'],
    ['https://erp.example.com/\u0000'],
    [`https://erp.example.com/${'x'.repeat(2048)}`],
    [`https://erp.example.com/${'单'.repeat(300)}`],
    ['ftp://erp.example.com/'],
    ['erp.example.com'],
    ['http://127.0.0.1:9/hooks'],
    [''],
  ])('is refused at %s', async (url) => {
    const refused = await call('POST', WEBHOOKS, { url });
    expect(fieldsOf(refused)).toEqual(['url']);
    const { id } = await createEndpoint();
    expect(fieldsOf(await call('PUT', `${WEBHOOKS}/${id}`, { url }))).toEqual(['url']);
  });

  it.each([
    [{ eventTypes: [] }, 'eventTypes'],
    [{ eventTypes: ['*', 'intent.failed'] }, 'eventTypes'],
    [{ eventTypes: ['intent.unknown'] }, 'eventTypes.0'],
    [{ eventTypes: ['webhook.test'] }, 'eventTypes.0'],
    [{ maxPerSecond: 0 }, 'maxPerSecond'],
    [{ maxPerSecond: 51 }, 'maxPerSecond'],
    [{ maxPerSecond: 1.5 }, 'maxPerSecond'],
    [{ payload: 'fat' }, 'payload'],
    [{ signature: 'v2' }, 'signature'],
    [{ status: 'GONE' }, 'status'],
    [{ description: 'x'.repeat(201) }, 'description'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('is refused with %j', async (fields, field) => {
    const { answer } = await createEndpoint(fields);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it('has an address of its own in its App, in whatever form it is written', async () => {
    const { id } = await createEndpoint({ url: 'https://erp.example.com/hooks' });
    const again = await call('POST', WEBHOOKS, { url: 'HTTPS://ERP.example.com:443/hooks' });
    expectError(again, 'WEBHOOK_EXISTS');
    expect(again.body.data).toEqual({ id });
    const { id: other } = await createEndpoint();
    const taken = await call('PUT', `${WEBHOOKS}/${other}`, { url: 'https://erp.example.com/hooks' });
    expectError(taken, 'WEBHOOK_EXISTS');
    expect(taken.body.data).toEqual({ id });
  });

  it('is one of at most 20, however many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => createEndpoint()));
    expect(made.every(({ answer }) => answer.status === 201)).toBe(true);
    clock.advance(1000);
    const more = await Promise.all(Array.from({ length: 5 }, () => createEndpoint()));
    for (const { answer } of more) expectError(answer, 'LIMIT_REACHED');
    expect(more[0]?.answer.body.data).toEqual({ limit: 20 });
    expect((await call('GET', WEBHOOKS)).body.data.items).toHaveLength(20);
  });

  it('changes in the fields that are sent, under the version that was read (X8)', async () => {
    const { id } = await createEndpoint();
    const path = `${WEBHOOKS}/${id}`;
    const changed = await call(
      'PUT',
      path,
      { maxPerSecond: 5, eventTypes: ['intent.failed'] },
      { 'If-Match': '"1"' },
    );
    expect(changed.body.data).toMatchObject({ maxPerSecond: 5, eventTypes: ['intent.failed'], version: 2 });
    const stale = await call('PUT', path, { maxPerSecond: 6 }, { 'If-Match': '"1"' });
    expectError(stale, 'VERSION_CONFLICT');
    expect((await call('PUT', path, {})).body.data.version).toBe(2);
    expect((await call('GET', path)).body.data).toEqual(changed.body.data);
    expect(fieldsOf(await call('PUT', path, { signature: 'v1a' }))).toEqual(['signature']);
  });

  it('is disabled and enabled by its App', async () => {
    const { id } = await createEndpoint();
    const path = `${WEBHOOKS}/${id}`;
    const disabled = await call('PUT', path, { status: 'DISABLED' });
    expect(disabled.body.data).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'CALLER',
      disabledAt: clock.now().toISOString(),
    });
    const enabled = await call('PUT', path, { status: 'ENABLED' });
    expect(enabled.body.data.status).toBe('ENABLED');
    expect(enabled.body.data).not.toHaveProperty('disabledReason');
  });

  it('that was made of an old address sends nothing before its secret was rotated (WH8)', async () => {
    const { id } = await createEndpoint({ status: 'DISABLED' });
    const path = `${WEBHOOKS}/${id}`;
    await service.database.webhookSecret.deleteMany({ where: { webhookId: id } });
    await service.database.webhookEndpoint.update({ where: { id }, data: { disabledReason: 'MOVED' } });
    expect(fieldsOf(await call('PUT', path, { status: 'ENABLED' }))).toEqual(['status']);
    await call('POST', `${path}/rotate-secret`, {});
    expect((await call('PUT', path, { status: 'ENABLED' })).body.data.status).toBe('ENABLED');
  });

  it('is gone once it is deleted', async () => {
    const { id } = await createEndpoint();
    const path = `${WEBHOOKS}/${id}`;
    expectError(await call('DELETE', path, null, { 'If-Match': '"2"' }), 'VERSION_CONFLICT');
    expect((await call('DELETE', path)).body.data).toBeNull();
    expectError(await call('GET', path), 'WEBHOOK_NOT_FOUND');
    expectError(await call('DELETE', path), 'WEBHOOK_NOT_FOUND');
    expect(await service.database.webhookSecret.count({ where: { webhookId: id } })).toBe(0);
  });
});

describe('access to endpoints (X2, X3, WH4)', () => {
  it('needs the permission of the call, and to make one also that of reading intents', async () => {
    const { id } = await createEndpoint();
    const reader = await service.addApp({ permissions: ['intents:read', 'intents:write', 'webhooks:read'] });
    const body = { url: 'https://erp.example.com/' };
    expectError(await service.call('POST', WEBHOOKS, { signer: reader, body }), 'PERMISSION_MISSING');
    const blind = await service.addApp({ permissions: ['webhooks:read', 'webhooks:write'] });
    expectError(await service.call('POST', WEBHOOKS, { signer: blind, body }), 'PERMISSION_MISSING');
    const usual = await service.addApp({ permissions: DEFAULT_PERMISSIONS });
    expectError(await service.call('GET', `${WEBHOOKS}/${id}`, { signer: usual }), 'PERMISSION_MISSING');
  });

  it("refuses another App's endpoint, and ids that are none", async () => {
    const { id } = await createEndpoint();
    const other = await service.addApp({ permissions: ['intents:read', 'webhooks:read', 'webhooks:write'] });
    const path = `${WEBHOOKS}/${id}`;
    for (const [method, more, body] of [
      ['GET', ''],
      ['PUT', '', {}],
      ['DELETE', ''],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', {}],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/dlv_${'0'.repeat(32)}`],
      ['POST', `/deliveries/dlv_${'0'.repeat(32)}/retry`],
      ['POST', '/replays', { since: clock.now().toISOString() }],
      ['GET', `/replays/rpl_${'0'.repeat(32)}`],
    ] as [string, string, object?][]) {
      clock.advance(1000);
      const request = { signer: other, ...(body && { body }) };
      expectError(await service.call(method, path + more, request), 'NOT_OWNER');
      for (const wrong of [`whk_${'0'.repeat(32)}`, 'whk_1', 'int_1', '%00'])
        expectError(await service.call(method, `${WEBHOOKS}/${wrong}${more}`, request), 'WEBHOOK_NOT_FOUND');
    }
    for (const wrong of [`dlv_${'0'.repeat(32)}`, 'dlv_1'])
      expectError(await call('GET', `${path}/deliveries/${wrong}`), 'DELIVERY_NOT_FOUND');
    expectError(await call('GET', `${path}/replays/rpl_1`), 'DELIVERY_NOT_FOUND');
  });
});
