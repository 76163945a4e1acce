import { describe, expect, it } from 'vitest';
import { createdEventType, createdIntent } from './created-intent.ts';

const NOW = new Date('2026-11-21T08:30:00.000Z');
const IDENTITY = { id: 'int_1', appId: 'app_1', idempotencyKey: 'key 1', requestHash: 'hash' };
const BODY = {
  userId: 'user_1',
  platform: 'PLATFORM_A',
  productUrl: 'https://shop.test/items/1',
  title: '无线鼠标',
  price: 33.33,
  quantity: 3,
  recipientName: '张三',
  address: '北京市朝阳区',
  phone: '13800138000',
} as const;

describe('a create', () => {
  it('makes a SUBMITTED intent with its amounts in fen and without an outcome', () => {
    const intent = createdIntent(BODY, IDENTITY, NOW, 5000);
    const { price: _price, ...given } = BODY;
    expect(intent).toMatchObject({
      ...given,
      ...IDENTITY,
      priceFen: 3333n,
      totalFen: 9999n,
      remarks: null,
      status: 'SUBMITTED',
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
      submittedAt: NOW,
      nextAttemptAt: new Date(NOW.getTime() + 5000),
    });
    expect(intent).toMatchObject({
      orderId: null,
      amountPaidFen: null,
      failureCode: null,
      completedAt: null,
    });
    expect(createdEventType(intent)).toBe('intent.submitted');
  });

  it('of a draft makes one that is not submitted', () => {
    const intent = createdIntent({ ...BODY, draft: true, remarks: '急' }, IDENTITY, NOW, 5000);
    expect(intent).toMatchObject({ status: 'DRAFT', submittedAt: null, nextAttemptAt: null, remarks: '急' });
    expect(createdEventType(intent)).toBe('intent.drafted');
  });

  it.each([
    { price: 0.001, quantity: 1 },
    { price: 1, quantity: 0.5 },
  ])('stores no amount that is not exact: $price x $quantity', (amounts) => {
    expect(() => createdIntent({ ...BODY, ...amounts }, IDENTITY, NOW, 5000)).toThrow('not exact');
  });
});
