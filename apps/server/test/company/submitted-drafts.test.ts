import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let admin: string;
/** Of a person who may submit up to 398 yuan. */
let approver: string;
beforeAll(async () => {
  admin = (await addPerson(service, ['admin'])).token;
  const scopes = ['read:purchase-requests', 'write:purchase-requests'] as const;
  approver = (await addPerson(service, scopes, { approvalLimitFen: 39_800n })).token;
});

const call = (credential: string, method: string, path: string, headers: Record<string, string> = {}) => {
  // A credential may call so often a second.
  clock.advance(50);
  return callBearer(service, method, path, { credential, headers });
};
const read = (id: string) => call(admin, 'GET', `/v1/intents/${id}`);

describe('a person who submits a draft that its App changes meanwhile', () => {
  const put = (id: string, signer: Signer, quantity: number) =>
    service.call('PUT', `/api/v1/intents/${id}`, { signer, body: { quantity } });
  /** A draft of 199 yuan of an App that may do nothing else. */
  async function drafted() {
    const signer = await service.addApp({ permissions: ['intents:read', 'intents:draft'] });
    const body = { ...intentBody(service), quantity: 1, draft: true };
    const id = (await service.call('POST', '/api/v1/intents', { body, signer })).body.data.id as string;
    return {
      id,
      change: async (quantity: number) => expect((await put(id, signer, quantity)).status).toBe(200),
    };
  }
  const submit = (id: string, headers?: Record<string, string>) =>
    call(approver, 'POST', `/v1/intents/${id}/submit`, headers);
  /** Changes the draft after the call has read it: while the page is looked at. */
  function changeAtPage(change: () => Promise<void>): void {
    const shop = service.context.platforms.get('PLATFORM_A');
    if (!shop) throw new Error('there is no such platform');
    const fetchPage = shop.fetchProductPage.bind(shop);
    const spy = vi.spyOn(shop, 'fetchProductPage').mockImplementationOnce(async (...asked) => {
      await change();
      return fetchPage(...asked);
    });
    onTestFinished(() => spy.mockRestore());
  }

  it('refuses what differs from the version that the person has read', async () => {
    const { id, change } = await drafted();
    await change(2);
    const stale = await submit(id, { 'If-Match': '"1"' });
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(2);
    const next = await drafted();
    changeAtPage(() => next.change(2));
    expectBearerError(await submit(next.id, { 'If-Match': '"1"' }), 'conflict');
    for (const each of [id, next.id]) expect((await read(each)).body.status).toBe('DRAFT');
  });

  it('buys it as it stands when no version is named, within the limit alone', async () => {
    const { id, change } = await drafted();
    changeAtPage(() => change(2));
    expect(await submit(id)).toMatchObject({ status: 200, body: { quantity: 2, version: 3 } });
    const dear = await drafted();
    changeAtPage(() => dear.change(3));
    expectBearerError(await submit(dear.id), 'forbidden');
    expect((await read(dear.id)).body).toMatchObject({
      status: 'DRAFT',
      quantity: 3,
    });
    expect(await service.database.auditEvent.count({ where: { subjectId: dear.id } })).toBe(0);
  });

  it.each([{}, { 'If-Match': '"2"' }])(
    'judges the draft anew when a failover has lost the version that was read, and it comes again (%j)',
    async (headers) => {
      const { id, change } = await drafted();
      const { version, attempt, quantity, totalFen, updatedAt } =
        await service.database.intent.findUniqueOrThrow({
          where: { id },
        });
      await change(2);
      changeAtPage(async () => {
        const lost = { version, attempt, quantity, totalFen, updatedAt };
        await service.database.intent.update({ where: { id }, data: lost });
        await change(50);
      });
      expectBearerError(await submit(id, headers), 'forbidden');
      expect((await read(id)).body).toMatchObject({ status: 'DRAFT', quantity: 50, version: 2 });
    },
  );
});
