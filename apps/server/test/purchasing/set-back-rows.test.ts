import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/settings.ts';
import { relay } from '../support/front-gateway.ts';
import { openRecovery } from '../../src/operator.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

const LATE_MS = 11_000;

describe('a row that was set back to SUBMITTED while its order stands', () => {
  it.each(['pi_', ''])('is not bought again under another form than %o', async (prefix) => {
    const id = await driver.create('ordinary');
    const merchantOrderNo = prefix + id.slice('int_'.length);
    await driver.orderUnknown(id, merchantOrderNo);
    driver.reset();
    driver.clock.advance(LATE_MS);
    const row = await driver.finish(id);
    expect(row).toMatchObject({ status: 'COMPLETED', merchantOrderNo: merchantOrderNo });
    expect(await driver.orders(id)).toMatchObject([{ merchantOrderNo }]);
  });

  it('keeps the number that stands on it', async () => {
    const id = await driver.create('ordinary');
    const merchantOrderNo = id.slice('int_'.length);
    await driver.service.database.intent.update({ where: { id }, data: { merchantOrderNo } });
    await driver.finish(id);
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED', merchantOrderNo });
  });
});

describe('a row that was set back and then changed', () => {
  /** A purchase whose order holds fewer pieces than its row. */
  async function changed(item: string, version = 1): Promise<string> {
    const id = await driver.create(item);
    await driver.orderUnknown(id);
    await driver.service.database.intent.update({ where: { id }, data: { version } });
    const update = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
    expect(update.status).toBe(200);
    driver.reset();
    return id;
  }

  it('does not pass the order of what it was before off as its own', async () => {
    const id = await changed('slow-fee');
    driver.clock.advance(LATE_MS);
    expect(await driver.finish(id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      orderStatus: 'CANCELLED',
      cancellationFeeFen: 500n,
    });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id }]);
    expect(driver.gateway.calls).toEqual(['find', 'place', 'cancel']);
  });

  it('asks again for the fee when the answer to the withdrawal is lost', async () => {
    const id = await changed('slow-fee');
    driver.clock.advance(LATE_MS);
    driver.gateway.handle = async (call) => {
      const real = await call.pass();
      if (call.kind === 'cancel' && call.turn === 1) call.drop();
      else call.reply(real);
    };
    expect(await driver.finish(id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      orderStatus: 'CANCELLED',
      cancellationFeeFen: 500n,
    });
  });

  it('keeps an order that cannot be taken back', async () => {
    const id = await changed('ordinary');
    driver.clock.advance(LATE_MS);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await driver.orders(id)).toHaveLength(1);
  });

  it('asks again while the comparison is unclear, and not for ever', async () => {
    const id = await changed('ordinary');
    driver.clock.advance(LATE_MS);
    driver.gateway.handle = (call) => (call.kind === 'place' ? call.reply({ status: 503 }) : relay(call));
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['withdraws an order that nobody compares', 1],
    ['and changed so often that its timeline does not report the last change withdraws it too', 101],
  ])('%s', async (_name, version) => {
    const id = await changed('slow', version);
    driver.clock.advance(LATE_MS);
    driver.gateway.handle = (call) => (call.kind === 'place' ? call.reply({ status: 503 }) : relay(call));
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED' });
    expect(await driver.events(id)).not.toContain('order.accepted');
  });

  it('and whose order was adopted by recovering is compared as well', async () => {
    const id = await changed('slow');
    await driver.service.syncClock();
    const { purchases } = openRecovery(driver.service.database, { platforms: new Map(), timeoutMs: 1000 });
    const [listed] = await driver.orders(id);
    const order = { orderId: listed?.orderId ?? '', merchantOrderNo: id.slice('int_'.length) };
    expect(await purchases.adoptOrder(id, order)).toBe(true);
    driver.clock.advance(1000);
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED' });
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id }]);
  });
});

describe('an intent that comes in time', () => {
  it('has nobody asked before its order', async () => {
    const id = await driver.create('ordinary');
    await driver.finish(id);
    expect(driver.gateway.calls).toEqual(['place']);
  });

  it('comes in time after a long grace period too, which the workers are given as well', async () => {
    const graceMs = 10 * LATE_MS;
    const id = await driver.create('ordinary');
    driver.clock.advance(graceMs);
    await driver.run(id, { ...driver.context, graceMs });
    expect(driver.gateway.calls).toEqual(['place']);
    expect(SETTINGS.PROCESSING_GRACE_MS.roles).toEqual(['api', 'worker']);
  });
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
