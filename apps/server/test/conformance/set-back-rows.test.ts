import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PurchaseDriver, startPurchaseDriver } from '../purchase-driver.ts';

let driver: PurchaseDriver;

beforeAll(async () => {
  driver = await startPurchaseDriver({ patienceMs: 3000, orderTimeoutMs: 1000, inFlightMs: 10_000 });
});
afterAll(() => driver.stop());
afterEach(() => driver.reset());

const LATE_MS = 11_000;

describe('a row that was set back to SUBMITTED while its order stands', () => {
  it.each(['pi_', ''])('is not bought again under another form than %o', async (prefix) => {
    const id = await driver.create('ordinary');
    const merchantOrderNo = prefix + id.slice('int_'.length);
    await driver.orderUnknown(id, merchantOrderNo);
    driver.reset();
    driver.clock.advance(LATE_MS);
    const row = await driver.finish(id);
    expect(row).toMatchObject({ status: 'COMPLETED', placementToken: merchantOrderNo });
    expect(driver.gateway.calls).not.toContain('place');
  });

  it('keeps the number that stands on it', async () => {
    const id = await driver.create('ordinary');
    const placementToken = id.slice('int_'.length);
    await driver.service.database.intent.update({ where: { id }, data: { placementToken } });
    await driver.finish(id);
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED', placementToken });
  });
});

it('asks nobody before the order of an intent that comes in time', async () => {
  const id = await driver.create('ordinary');
  await driver.finish(id);
  expect(driver.gateway.calls).toEqual(['place']);
});

describe('a recipient that rests sealed', () => {
  const recipient = { recipientName: '李四', address: '上海市浦东新区世纪大道 1 号', phone: '13900139000' };

  async function sealedIntent(item: string): Promise<string> {
    const id = await driver.create(item);
    const data = driver.service.recipients.seal(id, recipient);
    await driver.service.database.intent.update({ where: { id }, data });
    return id;
  }

  it('is shown, and an update of one field keeps the others', async () => {
    const path = `/api/v1/intents/${await sealedIntent('ordinary')}`;
    const { recipientName, address } = recipient;
    const shown = await driver.service.call('GET', path);
    expect(shown.body.data).toMatchObject({ recipientName, address, phone: '139****9000' });
    const changed = await driver.service.call('PUT', path, { body: { phone: '13700137000' } });
    expect(changed.body.data).toMatchObject({ recipientName, address, phone: '137****7000' });
  });

  it('reaches the platform in the clear', async () => {
    const id = await sealedIntent('ordinary');
    const sent: unknown[] = [];
    const platforms = [...driver.context.platforms].map(
      ([name, platform]) =>
        [
          name,
          {
            ...platform,
            placeOrder: (...given: Parameters<typeof platform.placeOrder>) => {
              sent.push(given[0].recipient);
              return platform.placeOrder(...given);
            },
          },
        ] as const,
    );
    await driver.run(id, { ...driver.context, platforms: new Map(platforms) });
    expect(sent).toEqual([
      { name: recipient.recipientName, address: recipient.address, phone: recipient.phone },
    ]);
  });
});
