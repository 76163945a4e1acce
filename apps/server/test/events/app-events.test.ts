import { DEFENCES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
import { service } from '../support/use-service.ts';
import { addEvents, feed, page, publish, signer, useFeed } from './use-feed.ts';

useFeed();

const read = (credential: string, query = '', id = signer.appId) =>
  callBearer(service, 'GET', `/v1/apps/${id}/events${query}`, { credential });

describe('the feed of an App, for administrators', () => {
  it('is the one that the App reads', async () => {
    const { token } = await addPerson(service, ['admin']);
    await addEvents(3);
    await publish();
    expect((await read(token)).body).toEqual(await page());
    expect((await read(token, '?cursor=2')).body).toMatchObject({ items: [{ sequence: 3 }] });
    expectBearerError(await read(token, '?cursor=4'), 'validation_failed');
  });

  it("is nobody else's", async () => {
    const { token } = await addPerson(service, ['read:orders']);
    expectBearerError(await read(token), 'insufficient_scope');
    const admin = await addPerson(service, ['admin']);
    expectBearerError(await read(admin.token, '', 'app_nobody'), 'not_found');
  });

  it('says by a conflict that events after the cursor are kept no longer', async () => {
    const { token } = await addPerson(service, ['admin']);
    const count = { appId: signer.appId, last: 7, day: new Date(0), lastBefore: 0 };
    await service.database.appEventCount.create({ data: count });
    const expired = await read(token, '?cursor=1');
    expectBearerError(expired, 'conflict');
    expect(expired.body.error.oldest_cursor).toBe('7');
  });

  it('takes none of the places in which the App waits, or another administrator', async () => {
    const { token } = await addPerson(service, ['admin']);
    const looking = Array.from({ length: DEFENCES.feedWaits + 1 }, () => read(token, '?wait=20'));
    expectBearerError(await Promise.race(looking), 'rate_limited');
    const other = await addPerson(service, ['admin']);
    expect((await feed('?wait=1')).status).toBe(200);
    expect((await read(other.token, '?wait=1')).status).toBe(200);
    await addEvents(1);
    await publish();
    const served = (await Promise.all(looking)).filter(({ status }) => status === 200);
    expect(served.map(({ body }) => body.items.length)).toEqual([1, 1, 1, 1, 1]);
  });
});
