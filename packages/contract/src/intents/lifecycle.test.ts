import { describe, expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import {
  describeAction,
  FINAL_STATUSES,
  INTENT_ACTIONS,
  INTENT_STATUSES,
  isAllowed,
  LIFECYCLE,
  PURCHASE_STATUSES,
  STATUS_MESSAGES,
  UNBOUGHT_STATUSES,
  type IntentAction,
  type IntentStatus,
} from './lifecycle.ts';

/** Written by hand, so that a mistake in `LIFECYCLE` fails the test. */
const EXPECTED: Record<IntentAction, Partial<Record<IntentStatus, IntentStatus | 'removed'>>> = {
  update: { DRAFT: 'DRAFT', SUBMITTED: 'SUBMITTED' },
  submit: { DRAFT: 'SUBMITTED' },
  cancel: { SUBMITTED: 'CANCELLED', PROCESSING: 'CANCELLED' },
  delete: { DRAFT: 'removed', FAILED: 'removed', CANCELLED: 'removed' },
  archive: { COMPLETED: 'COMPLETED', FAILED: 'FAILED', CANCELLED: 'CANCELLED' },
  unarchive: Object.fromEntries(INTENT_STATUSES.map((status) => [status, status])),
  start: { SUBMITTED: 'PROCESSING' },
  complete: { PROCESSING: 'COMPLETED' },
  fail: { PROCESSING: 'FAILED' },
};

describe.each(INTENT_ACTIONS)('%s', (action) => {
  it.each(INTENT_STATUSES)('from %s reaches the expected status or is refused', (status) => {
    const target = isAllowed(action, status) ? (LIFECYCLE[action].to ?? status) : undefined;
    expect(target).toBe(EXPECTED[action][status]);
  });

  it('has a named refusal exactly when callers make it and some status does not allow it', () => {
    const { by, refusal, from } = LIFECYCLE[action];
    const isRefused = by === 'caller' && from.length < INTENT_STATUSES.length;
    expect(refusal && ERRORS[refusal].status).toBe(isRefused ? 400 : null);
  });

  it('is described by the statuses that it may start from', () => {
    const from = Object.keys(EXPECTED[action]);
    const statuses = from.length === INTENT_STATUSES.length ? 'every status' : from.join(', ');
    expect(describeAction(action)).toBe(`Allowed from ${statuses}.`);
  });
});

it('refuses with the codes of the interface', () => {
  const codes = INTENT_ACTIONS.flatMap((action) => {
    const { refusal } = LIFECYCLE[action];
    return refusal === null ? [] : [[action, ERRORS[refusal].code]];
  });
  expect(codes).toEqual([
    ['update', 40002],
    ['submit', 40002],
    ['cancel', 40003],
    ['delete', 40004],
    ['archive', 40002],
  ]);
});

it('gives each refusal an example with a refused status and, if listed, the allowed statuses', () => {
  for (const action of INTENT_ACTIONS) {
    const { refusal, from } = LIFECYCLE[action];
    if (refusal === null) continue;
    const { currentStatus, ...rest } = ERRORS[refusal].example;
    expect(isAllowed(action, currentStatus), action).toBe(false);
    const listed = 'allowedStatuses' in rest ? rest.allowedStatuses : from;
    expect(listed).toEqual(from);
  }
});

it('has three statuses that are final, and two from which the service moves an intent to one of them', () => {
  expect(FINAL_STATUSES).toEqual(['COMPLETED', 'FAILED', 'CANCELLED']);
  expect(UNBOUGHT_STATUSES).toEqual(['FAILED', 'CANCELLED']);
  expect(PURCHASE_STATUSES).toEqual(['SUBMITTED', 'PROCESSING']);
});

it('allows nothing from COMPLETED but to be archived and shown again', () => {
  expect(INTENT_ACTIONS.filter((action) => isAllowed(action, 'COMPLETED'))).toEqual(['archive', 'unarchive']);
});

it('sets each time stamp by exactly one action', () => {
  const stamps = INTENT_ACTIONS.map((action) => LIFECYCLE[action].stamp).filter((stamp) => stamp !== null);
  expect(stamps).toEqual(['submittedAt', 'cancelledAt', 'completedAt']);
});

it('has a text in both languages for every status', () => {
  expect(Object.keys(STATUS_MESSAGES)).toEqual([...INTENT_STATUSES]);
  for (const { zh, en } of Object.values(STATUS_MESSAGES)) {
    expect(zh).toMatch(/\p{Script=Han}/u);
    expect(en).toMatch(/^[ -~]+$/);
  }
});
