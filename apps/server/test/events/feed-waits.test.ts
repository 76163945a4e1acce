import { DEFENCES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { service } from '../support/use-service.ts';
import { addEvents, asApp, feed, page, publish, useFeed } from './use-feed.ts';

useFeed();

describe('a call that waits (EV12)', () => {
  it('answers with the first event, and not with one that it does not want', async () => {
    const waiting = feed('?wait=20&types=intent.failed');
    await addEvents(3);
    await publish();
    await addEvents(1, 'intent.failed');
    await publish();
    expect((await waiting).body.data).toMatchObject({ items: [{ sequence: 4 }], nextCursor: '4' });
  });

  it('answers empty when its time is over', async () => {
    await addEvents(1);
    await publish();
    expect(await page('?wait=1&cursor=1')).toEqual({ items: [], nextCursor: '1', hasMore: false });
  });

  it('is one of five of its App; a sixth is refused, and another App is not', async () => {
    const waiting = Array.from({ length: DEFENCES.feedWaits + 1 }, () => feed('?wait=20'));
    const refused = await Promise.race(waiting);
    expectError(refused, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).toBe('1');
    const own = await asApp();
    expect((await feed('?wait=1')).status).toBe(200);
    await asApp(own);
    await addEvents(1);
    await publish();
    const answers = await Promise.all(waiting);
    const served = answers.filter(({ status }) => status === 200);
    expect(served.map(({ body }) => body.data.items.length)).toEqual([1, 1, 1, 1, 1]);
    expect((await feed('?wait=1&cursor=1')).status).toBe(200);
  });

  it('is answered at once when the service stops', async () => {
    const waiting = feed('?wait=25');
    await addEvents(0);
    service.setDraining(true);
    try {
      expect((await waiting).body.data).toEqual({ items: [], nextCursor: '0', hasMore: false });
      expect(await page('?wait=25')).toEqual({ items: [], nextCursor: '0', hasMore: false });
    } finally {
      service.setDraining(false);
    }
  });
});
