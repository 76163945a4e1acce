import { randomBytes } from 'node:crypto';
import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { SERVICE } from '../../src/audit/record-change.ts';
import { createApp } from '../../src/client-apps/manage-apps.ts';
import { addKey, addPerson, type BearerAnswer, callBearer, expectBearerError } from '../support/bearer.ts';
import { addClient } from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let credential: string;
beforeAll(async () => {
  const admin = await addPerson(service, ['admin']);
  credential = admin.token;
  for (let count = 0; count < 5; count += 1) {
    clock.advance(1);
    await addConsent(admin.id, (await addClient(service)).id);
    await createApp(service.appsDeps, { name: `app ${count} of the lists` }, { actor: SERVICE });
  }
});

const get = (path: string) => callBearer(service, 'GET', path, { credential });

const LISTS = [
  ['/v1/users', 'listUsers'],
  ['/v1/api-keys', 'listApiKeys'],
  ['/v1/sessions', 'listSessions'],
  ['/v1/oauth-clients', 'listOAuthClients'],
  ['/v1/consents', 'listConsents'],
  ['/v1/apps', 'listApps'],
  ['/v1/audit-log', 'listAuditEvents'],
] as const;

async function addConsent(userId: string, clientId: string): Promise<void> {
  const createdAt = clock.now();
  const grant = { id: `gra_${randomBytes(16).toString('hex')}`, userId, clientId, scopes: [], createdAt };
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  const token = { hash: randomBytes(32), kind: 'refresh', scopes: [], createdAt, expiresAt };
  await service.database.oAuthGrant.create({ data: { ...grant, tokens: { create: token } } });
}

describe.each(LISTS)('the list %s', (path, operation) => {
  const list = (query: string) => get(`${path}?${query}`);
  beforeAll(async () => {
    for (let count = 0; count < 5; count += 1) {
      clock.advance(1);
      const person = await addPerson(service, []);
      await addKey(service, person.id, []);
    }
  });

  it('has the shape that the contract says', async () => {
    const answer = await list('');
    expect(answer.status).toBe(200);
    const schema = bearerContract[operation].responses[200] as z.ZodType;
    expect(schema.parse(answer.body)).toEqual(answer.body);
  });

  it('is the same by pages and by cursor, newest first (L5, L6, L7)', async () => {
    const { body } = await list('pageSize=100');
    const ids = body.items.map(({ id }: { id: string }) => id);
    const times = body.items.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const byPage: string[] = [];
    const byCursor: string[] = [];
    let cursor: string | null = '';
    for (let page = 1; page <= Math.ceil(body.total / 2); page += 1) {
      // A credential may call so often a second.
      clock.advance(1000);
      const paged = (await list(`pageSize=2&page=${page}`)).body;
      byPage.push(...paged.items.map(({ id }: { id: string }) => id));
      const next: BearerAnswer['body'] = (await list(`pageSize=2${cursor === '' ? '' : `&cursor=${cursor}`}`))
        .body;
      byCursor.push(...next.items.map(({ id }: { id: string }) => id));
      cursor = next.nextCursor;
      expect(paged).toMatchObject({ page, pageSize: 2, total: body.total });
    }
    expect(cursor).toBeNull();
    expect(byPage.slice(0, 100)).toEqual(ids);
    expect(byCursor).toEqual(byPage);
  });

  it('is filtered, sorted and cut to fields as it is asked (L2, L3, L4)', async () => {
    const { items } = (await list('order=asc&pageSize=3&fields=createdAt')).body;
    expect(Object.keys(items[0]).sort()).toEqual(['createdAt', 'id']);
    const since = items[2].createdAt;
    const later = (await list(`startTime=${since}&sortOrder=asc&pageSize=100`)).body.items;
    expect(later.every(({ createdAt }: { createdAt: string }) => createdAt >= since)).toBe(true);
    expect((await list(`filter[createdAt]=${since}`)).body.total).toBeGreaterThan(0);
    expect((await list(`filter[createdAt][lte]=2000-01-01`)).body).toMatchObject({ total: 0, totalPages: 0 });
  });

  it.each([
    'unknown=1',
    'filter[nothing]=x',
    'filter[userId]=%00',
    'filter[username]=%ff',
    'filter[createdAt][like]=x',
    'sortBy=id',
    'order=up',
    'page=0',
    'fields=hash',
    'cursor=abc',
    'startDate=2026-11-02&endDate=2026-11-01',
    'order=asc&sortOrder=desc',
    'page=1&page=2',
  ])('refuses %s (L1)', async (query) => {
    expectBearerError(await list(query), 'validation_failed');
  });
});

it('filters by parts of texts, by choices and by amounts', async () => {
  const input = { username: 'unique_100.name', approvalLimitFen: 123_450n, locale: 'en' } as const;
  await addPerson(service, [], input);
  const total = async (query: string) => (await get(`/v1/users?${query}`)).body.total as number;
  expect(await total('filter[username][like]=E_100')).toBe(1);
  expect(await total('filter[username][like]=e%25100')).toBe(0);
  expect(await total('filter[approvalLimit]=1234.50')).toBe(1);
  expect(await total('filter[approvalLimit][gte]=1234.51')).toBe(0);
  expect(await total('filter[locale]=en&filter[username][in]=unique_100.name,other')).toBe(1);
});
