import { expect, it } from 'vitest';
import { hasIntent, webhookBody } from './webhook-body.ts';

const EVENT = {
  sequence: 1,
  id: '0'.repeat(32),
  type: 'intent.created',
  at: new Date('2026-11-21T08:30:00.000Z'),
  subjectId: 'int_1',
  from: null,
  to: null,
  status: 'SUBMITTED' as const,
  version: 1,
  detail: null,
};
const dataOf = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

it('has the intent when it is full and its event is of an intent', () => {
  expect(hasIntent('full', 'intent.created')).toBe(true);
  expect(hasIntent('thin', 'intent.created')).toBe(false);
  expect(hasIntent('full', 'webhook.failing')).toBe(false);
});

it('shows the intent as it is now, and null for one that was deleted', () => {
  const thin = { intentId: 'int_1', status: 'SUBMITTED', version: 1 };
  expect(dataOf(webhookBody(EVENT))).toEqual(thin);
  expect(dataOf(webhookBody(EVENT, { id: 'int_1' }))).toEqual({ ...thin, intent: { id: 'int_1' } });
  expect(dataOf(webhookBody(EVENT, null))).toEqual({ ...thin, intent: null });
});
