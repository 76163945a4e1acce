import { expect, it } from 'vitest';
import { driver, follower, useFollowDriver } from './use-follow-driver.ts';

useFollowDriver();

it.each([['once'], ['twice']])(
  'an order that stands, although it was cancelled, is looked up when a page lists it %s',
  async (often) => {
    const id = await driver.create('slow');
    await driver.run(id);
    await driver.requestCancel(id);
    await driver.finish(id);
    driver.clock.advance(500);
    driver.gateway.reset();
    driver.gateway.handle = async (call) => {
      const real = await call.pass();
      const body = real.body as { orders?: { merchantOrderNo: string }[] };
      if (call.kind !== 'list') return call.reply(real);
      const states = often === 'once' ? ['SHIPPED'] : ['CONFIRMED', 'SHIPPED'];
      const orders = body.orders?.flatMap((one) =>
        one.merchantOrderNo.includes(id.slice('int_'.length))
          ? states.map((status) => ({ ...one, status }))
          : [one],
      );
      call.reply({ ...real, body: { ...body, orders } });
    };
    await driver.poll(follower);
    expect(driver.lines).not.toContainEqual(expect.objectContaining({ failure: 'LIST_NOT_STORABLE' }));
    expect(await driver.lookupOf(id)).toMatchObject({ dueAt: expect.any(Date) as Date });
  },
);

it('a look-up in progress does not end once the list tells that its cancelled order stands', async () => {
  const id = await driver.create('slow');
  await driver.run(id);
  await driver.requestCancel(id);
  const { platform, merchantOrderNo } = await driver.finish(id);
  driver.clock.advance(500);
  driver.gateway.reset();
  const { lookups } = driver.context;
  await lookups.schedule({ intentId: id, platform, merchantOrderNo: merchantOrderNo ?? '' });
  // It has read the order as cancelled when the list comes by.
  const lookup = await lookups.begin(id);
  if (lookup === null) throw new Error('no look-up');
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    const body = real.body as { orders?: object[] };
    if (call.kind !== 'list') return call.reply(real);
    call.reply({
      ...real,
      body: { ...body, orders: body.orders?.map((one) => ({ ...one, status: 'SHIPPED' })) },
    });
  };
  await driver.poll(follower);
  await lookups.finish(lookup, null);
  expect(await driver.lookupOf(id)).toMatchObject({ dueAt: expect.any(Date) as Date });
});
