import {
  REQUEST_LIFECYCLE,
  REQUEST_STATUSES,
  type RequestAction,
} from '@procurement-intents/contract/procurement';
import { describe, expect, test } from 'vitest';
import { type ActingPerson, decideRequestChange, type DecidedRequest } from './request-transition.ts';

const REQUEST: DecidedRequest = {
  status: 'PENDING',
  requestedBy: 'usr_asks',
  totalFen: 100_00n,
  decidedBy: null,
};
const APPROVER: ActingPerson = {
  userId: 'usr_decides',
  isPerson: true,
  isAdmin: false,
  approvalLimitFen: 100_00n,
};
const REQUESTER: ActingPerson = { ...APPROVER, userId: 'usr_asks' };
const ACTIONS = Object.keys(REQUEST_LIFECYCLE) as RequestAction[];
const byTable = (action: RequestAction): ActingPerson =>
  REQUEST_LIFECYCLE[action].by === 'requester' ? REQUESTER : APPROVER;

describe.each(ACTIONS)('%s', (action) => {
  test.each(REQUEST_STATUSES)('from %s follows the table', (status) => {
    const decision = decideRequestChange(action, { ...REQUEST, status }, byTable(action));
    const isAllowed = (REQUEST_LIFECYCLE[action].from as readonly string[]).includes(status);
    expect(decision.kind === 'allowed').toBe(isAllowed);
  });

  test('is forbidden to everybody else', () => {
    const other = REQUEST_LIFECYCLE[action].by === 'requester' ? APPROVER : REQUESTER;
    expect(decideRequestChange(action, REQUEST, other).kind).toBe('forbidden');
  });
});

describe.each(['approve', 'reject'] as const)('to %s', (action) => {
  test.each([
    ['a credential without a person', { isPerson: false, isAdmin: true }, 'only a person decides'],
    ['the requester', { userId: 'usr_asks' }, 'own request'],
    ['an admin who asked', { userId: 'usr_asks', isAdmin: true }, 'own request'],
    ['a limit of one fen less', { approvalLimitFen: 99_99n }, 'approval limit'],
    ['no limit', { approvalLimitFen: null }, 'approval limit'],
  ])('is forbidden to %s', (_, change, reason) => {
    expect(decideRequestChange(action, REQUEST, { ...APPROVER, ...change })).toEqual({
      kind: 'forbidden',
      reason,
    });
  });

  test('needs no limit of an admin', () => {
    const admin = { ...APPROVER, isAdmin: true, approvalLimitFen: null };
    expect(decideRequestChange(action, REQUEST, admin)).toEqual({ kind: 'allowed' });
  });
});

test.each(['APPROVED', 'ORDERED', 'FAILED', 'CANCELLED'] as const)(
  'an approval repeated by the same person when %s changes nothing',
  (status) => {
    const approved: DecidedRequest = { ...REQUEST, status, decidedBy: APPROVER.userId };
    expect(decideRequestChange('approve', approved, APPROVER)).toEqual({ kind: 'repeated' });
    const other = { ...APPROVER, userId: 'usr_other' };
    expect(decideRequestChange('approve', approved, other).kind).toBe('conflict');
    expect(decideRequestChange('reject', approved, APPROVER).kind).toBe('conflict');
  },
);

test('a withdrawal can be repeated by its requester', () => {
  const withdrawn: DecidedRequest = { ...REQUEST, status: 'WITHDRAWN' };
  expect(decideRequestChange('withdraw', withdrawn, REQUESTER)).toEqual({ kind: 'repeated' });
  expect(decideRequestChange('update', withdrawn, REQUESTER).kind).toBe('conflict');
});
