import { UpdateIntentBody, type UpdateIntentInput } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const SENT = {
  quantity: 3,
  recipientName: '李四',
  address: '上海市浦东新区世纪大道 1 号',
  phone: '13900139000',
  remarks: '工作日送',
  labels: { batch: '2026-11' },
} as const satisfies UpdateIntentInput;
const NAMES = UpdateIntentBody.keyof().options;

/** Every choice of fields that an update can send. */
const CHOICES = Array.from({ length: 2 ** NAMES.length - 1 }, (_, index) =>
  NAMES.filter((_name, place) => ((index + 1) >> place) % 2 === 1),
);

usePurchaseDriver();

const hasChanged = (id: string): Promise<boolean> => driver.context.purchases.hasChangedContent(id);

async function update(id: string, names: readonly (keyof typeof SENT)[]): Promise<void> {
  const body = Object.fromEntries(names.map((name) => [name, SENT[name]]));
  expect((await driver.service.call('PUT', `/api/v1/intents/${id}`, { body })).status).toBe(200);
}

it.each(CHOICES.map((names) => ({ names, sent: names.join() })))(
  'is changed for a platform by an update of $sent, unless these are remarks and labels alone',
  async ({ names }) => {
    const id = await driver.create('ordinary');
    expect(await hasChanged(id)).toBe(false);
    await update(id, names);
    const isContent = names.some((name) => name !== 'remarks' && name !== 'labels');
    expect(await hasChanged(id)).toBe(isContent);
    await update(id, ['remarks']);
    expect(await hasChanged(id)).toBe(isContent);
  },
);

it('is changed by an update of which nothing more is known', async () => {
  const id = await driver.create('ordinary');
  await driver.service.database.intentEvent.create({
    data: { intentId: id, type: 'intent.updated', at: new Date() },
  });
  expect(await hasChanged(id)).toBe(true);
});
