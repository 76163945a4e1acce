import {
  CancelledIntent,
  CreatedIntent,
  FAILURES,
  type FailureCode,
  Intent,
  IntentEvent,
  IntentListItem,
  INTENT_STATUSES,
  STATUS_MESSAGES,
} from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_OUTCOME, type StoredIntent } from './intent-fields.ts';
import {
  presentCancelled,
  presentCreated,
  presentEvent,
  presentIntent,
  presentListItem,
} from './present-intent.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 8, 30, seconds));
/** Fields that a host stores and callers never see. */
const INNER = {
  appId: 'app_secret',
  requestHash: 'hash',
  attempt: 3,
  merchantOrderNo: 'pi_1',
};
const DRAFT: StoredIntent = {
  idempotencyKey: 'key mine',
  id: `int_${'0'.repeat(32)}`,
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  priceFen: 19_905n,
  quantity: 2,
  totalFen: 39_810n,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
  remarks: null,
  labels: null,
  status: 'DRAFT',
  version: 1,
  createdAt: at(0),
  updatedAt: at(0),
  submittedAt: null,
  archivedAt: null,
  ...NO_OUTCOME,
};
const rowWith = (changes: Partial<StoredIntent>): StoredIntent => ({ ...DRAFT, ...changes });

describe('an intent', () => {
  it('shows money in yuan, times in UTC, the phone masked, and no field whose condition does not hold', () => {
    const view = presentIntent(DRAFT, 'en');
    expect(Intent.strict().parse(view)).toEqual({
      id: DRAFT.id,
      userId: 'user_1001',
      platform: 'PLATFORM_A',
      productUrl: 'https://item.shop-a.example/1',
      title: '无线鼠标',
      price: 199.05,
      quantity: 2,
      totalAmount: 398.1,
      recipientName: '张三',
      address: '北京市朝阳区建国路 88 号',
      phone: '138****8000',
      status: 'DRAFT',
      statusMessage: 'Draft, not submitted yet',
      createdAt: '2026-11-21T08:30:00.000Z',
      updatedAt: '2026-11-21T08:30:00.000Z',
      version: 1,
    });
  });

  it.each<[keyof StoredIntent, unknown, Record<string, unknown>]>([
    ['remarks', '', { remarks: '' }],
    ['submittedAt', at(1), { submittedAt: '2026-11-21T08:30:01.000Z' }],
    ['completedAt', at(2), { completedAt: '2026-11-21T08:30:02.000Z' }],
    ['cancelledAt', at(3), { cancelledAt: '2026-11-21T08:30:03.000Z' }],
    ['orderId', 'A1', { orderId: 'A1' }],
    ['trackingNumber', 'SF1', { trackingNumber: 'SF1' }],
    ['trackingCompany', 'SF', { trackingCompany: 'SF' }],
    ['amountPaidFen', 1n, { amountPaid: 0.01 }],
    ['cancellationFeeFen', 500n, { cancellationFee: 5 }],
    ['cancellationFeeFen', 0n, {}],
  ])('shows %s %s as %j and changes nothing else', (column, value, shown) => {
    expect(presentIntent(rowWith({ [column]: value }), 'zh')).toEqual({
      ...presentIntent(DRAFT, 'zh'),
      ...shown,
    });
  });

  it.each(Object.keys(FAILURES) as FailureCode[])(
    'shows %s in the caller’s language while FAILED, and only then',
    (failureCode) => {
      for (const language of ['zh', 'en'] as const) {
        const view = presentIntent(rowWith({ status: 'FAILED', failureCode }), language);
        expect(view).toMatchObject({
          failureCode,
          failureReason: `${failureCode}: ${FAILURES[failureCode][language]}`,
        });
      }
      for (const status of INTENT_STATUSES.filter((it) => it !== 'FAILED')) {
        const view = presentIntent(rowWith({ status, failureCode }), 'en');
        expect(view).not.toHaveProperty('failureCode');
        expect(view).not.toHaveProperty('failureReason');
      }
    },
  );

  it('shows the failure code of a later release as it is, also one that an object has by itself', () => {
    for (const failureCode of ['NEW_IN_A_LATER_RELEASE', 'toString']) {
      expect(presentIntent(rowWith({ status: 'FAILED', failureCode }), 'en')).toMatchObject({
        failureCode,
        failureReason: `${failureCode}: ${STATUS_MESSAGES.FAILED.en}`,
      });
    }
  });

  it('never shows internal fields', () => {
    const text = JSON.stringify(presentIntent({ ...DRAFT, ...INNER }, 'zh'));
    for (const name of Object.keys(INNER)) expect(text).not.toContain(name);
    for (const value of ['app_secret', 'key mine', 'pi_1', DRAFT.phone]) expect(text).not.toContain(value);
  });
});

it('shows exact yuan for every amount in fen', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 9_999_999_999_999n }), (totalFen) => {
      const { totalAmount } = presentListItem(rowWith({ totalFen }));
      expect(Math.round(totalAmount * 100)).toBe(Number(totalFen));
      expect(String(totalAmount)).toMatch(/^\d+(\.\d{1,2})?$/);
    }),
  );
});

it('has no personal data in a list item', () => {
  expect(IntentListItem.strict().parse(presentListItem(DRAFT))).toEqual(presentListItem(DRAFT));
  expect(JSON.stringify(presentListItem(DRAFT))).not.toMatch(/phone|address|recipientName|138|张三/);
});

describe('the answer to a create', () => {
  it('does not change with the progress of the intent', () => {
    const first = rowWith({ status: 'SUBMITTED', submittedAt: at(0) });
    const later = { ...first, status: 'COMPLETED' as const, updatedAt: at(9), version: 7, quantity: 5 };
    expect(presentCreated(later)).toEqual(presentCreated(first));
    expect(CreatedIntent.strict().parse(presentCreated(first))).toMatchObject({ status: 'SUBMITTED' });
  });

  it('of a draft stays DRAFT after it was submitted', () => {
    const submitted = rowWith({ status: 'SUBMITTED', submittedAt: at(5), updatedAt: at(5) });
    expect(presentCreated(submitted)).toEqual(presentCreated(DRAFT));
    expect(presentCreated(DRAFT).status).toBe('DRAFT');
  });
});

describe('the answer to a cancellation', () => {
  const cancelled = rowWith({ status: 'CANCELLED', cancelledAt: at(5), updatedAt: at(5) });

  it('shows the time, and the fee when there was one', () => {
    expect(CancelledIntent.strict().parse(presentCancelled(cancelled))).toEqual({
      id: DRAFT.id,
      status: 'CANCELLED',
      updatedAt: '2026-11-21T08:30:05.000Z',
      cancelledAt: '2026-11-21T08:30:05.000Z',
    });
    expect(presentCancelled({ ...cancelled, cancellationFeeFen: 500n })).toHaveProperty('cancellationFee', 5);
  });

  it.each<Partial<StoredIntent>>([{ status: 'PROCESSING' }, { cancelledAt: null }])(
    'cannot be made for an intent with %j',
    (changes) => {
      expect(() => presentCancelled({ ...cancelled, ...changes })).toThrow('not cancelled');
    },
  );
});

it('shows the fields that an event has', () => {
  const event = {
    id: 1n,
    intentId: DRAFT.id,
    type: 'intent.updated',
    at: at(1),
    from: null,
    to: null,
    detail: null,
  };
  expect(presentEvent(event)).toEqual({ type: 'intent.updated', at: '2026-11-21T08:30:01.000Z' });
  const move = { ...event, from: 'DRAFT' as const, to: 'SUBMITTED' as const, detail: '' };
  expect(IntentEvent.parse(presentEvent(move))).toMatchObject({ from: 'DRAFT', to: 'SUBMITTED', detail: '' });
});
