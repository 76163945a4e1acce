import type { Scope } from '@procurement-intents/contract/bearer';
import { REQUEST_STATUSES, REQUEST_STATUSES_WITH_INTENT } from '@procurement-intents/contract/procurement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holder } from '../bearer/holder.ts';
import { BearerError } from '../bearer/bearer-error.ts';
import type { PersonRights } from '../company/person-rights.ts';
import { ApiError } from '../errors.ts';
import {
  approvalBy,
  createdRequest,
  decideApproval,
  decideEnd,
  mayCheckPage,
  requestUpdate,
} from './decide-request.ts';
import type { StoredRequest } from './present-procurement.ts';

const AT = new Date('2026-11-05T00:00:00.001Z');
const WRITE: readonly Scope[] = ['write:purchase-requests'];
const caller = (changes: Partial<Holder> = {}): Holder =>
  ({ userId: 'usr_decides', isPerson: true, scopes: WRITE, ...changes }) as Holder;
const REQUESTER = caller({ userId: 'usr_asks' });
const rights = (approvalLimitFen: bigint | null, scopes = WRITE): PersonRights => ({
  approvalLimitFen,
  scopes,
});

const BODY = {
  platform: 'PLATFORM_A',
  productUrl: 'https://shop.example/a',
  title: 'Mouse',
  price: 50,
  quantity: 2,
  recipientName: '张三',
  address: '上海市',
  phone: '13800138000',
  justification: 'new',
} as const;
const request = (changes: Partial<StoredRequest> = {}): StoredRequest => ({
  ...createdRequest(BODY, { id: 'pr_1', holder: REQUESTER }, AT),
  ...changes,
});
const approved = request({ status: 'APPROVED', decidedBy: 'usr_decides', intentId: 'int_1', version: 2 });

/** What the work gives, or why it is refused. */
function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error.errorName;
    if (!(error instanceof BearerError)) throw error;
    return error.extras.reason;
  }
}

it('a request is of the person who makes it, and of nobody without one', () => {
  expect(request()).toMatchObject({
    requestedBy: 'usr_asks',
    status: 'PENDING',
    totalFen: 100_00n,
    version: 1,
  });
  const holder = caller({ userId: null });
  expect(outcomeOf(() => createdRequest(BODY, { id: 'pr_1', holder }, AT))).toBe(
    'the credential belongs to no person',
  );
});

describe('an update', () => {
  it.each([
    ['changes nothing without a field', request(), {}, { holder: REQUESTER }, null],
    ['is refused to others', request(), { quantity: 3 }, { holder: caller() }, 'not the requester'],
    [
      'is refused once decided',
      approved,
      { quantity: 3 },
      { holder: REQUESTER },
      'update is possible in PENDING only',
    ],
    [
      'of another version is refused',
      request(),
      {},
      { holder: REQUESTER, ifMatch: '"2"' },
      'VERSION_CONFLICT',
    ],
  ])('%s', (_, current, body, call, expected) => {
    expect(outcomeOf(() => requestUpdate(current, body, call))).toBe(expected);
  });

  it('has the total that follows', () => {
    const content = requestUpdate(request(), { quantity: 3 }, { holder: REQUESTER, ifMatch: '"1"' });
    expect(content).toMatchObject({ quantity: 3, totalFen: 150_00n, title: 'Mouse' });
  });
});

describe('an approval', () => {
  it.each([
    ['goes on for a person, whatever the limit', request(), caller(), true],
    ['goes on no more once it was made', approved, caller(), false],
    ['is refused to a program', request(), caller({ isPerson: false }), 'only a person decides'],
    ['is refused to the requester', request(), REQUESTER, 'own request'],
    [
      'is refused after another one',
      request({ ...approved, decidedBy: 'usr_other' }),
      caller(),
      'approve is possible in PENDING only',
    ],
  ])('%s, before the page is checked', (_, current, holder, expected) => {
    expect(outcomeOf(() => mayCheckPage(current, { holder }))).toBe(expected);
  });

  const admin = caller({ scopes: ['admin'] });
  it.each([
    ['is made by a limit that covers the total exactly', {}, rights(100_00n), true],
    ['is refused by a limit of one fen less', {}, rights(99_99n), 'approval limit'],
    ['is refused without a limit', {}, rights(null), 'approval limit'],
    ['is refused to a person who was disabled', {}, null, 'the right to decide was taken away'],
    [
      'is refused to a person who lost the scope',
      {},
      rights(100_00n, []),
      'the right to decide was taken away',
    ],
    ['is made by an administrator', { holder: admin }, rights(null, ['admin']), true],
    ['is refused to who is no administrator any more', { holder: admin }, rights(null), 'approval limit'],
    ['of another version than was checked is refused', { version: 2 }, rights(100_00n), 'VERSION_CONFLICT'],
    ['of another version than was seen is refused', { ifMatch: '"2"' }, rights(100_00n), 'VERSION_CONFLICT'],
  ])('%s', (_, call, now, expected) => {
    const asked = { holder: caller(), version: 1, ...call };
    expect(outcomeOf(() => decideApproval(request(), asked, now))).toBe(expected);
  });

  it('that was made before changes nothing, and needs the right again', () => {
    const asked = { holder: caller(), version: 1, ifMatch: '"1"' };
    expect(decideApproval(approved, asked, rights(100_00n))).toBe(false);
    expect(outcomeOf(() => decideApproval(approved, asked, rights(1n)))).toBe('approval limit');
  });

  it('writes who decided, when, why, and what buys it', () => {
    expect(approvalBy(caller(), { note: 'fine', at: AT }, 'int_1')).toEqual({
      status: 'APPROVED',
      decidedBy: 'usr_decides',
      decidedAt: AT,
      decisionNote: 'fine',
      intentId: 'int_1',
    });
  });

  it('is never of an own request, beyond the limit of the moment, or by a program', () => {
    const scopes = fc.constantFrom<readonly Scope[]>([], WRITE, ['admin']);
    const limit = fc.option(fc.bigInt({ min: 0n, max: 200_00n }));
    fc.assert(
      fc.property(
        fc.record({
          holder: fc.record({
            userId: fc.constantFrom('usr_asks', 'usr_decides'),
            isPerson: fc.boolean(),
            scopes,
          }),
          now: fc.option(fc.record({ approvalLimitFen: limit, scopes })),
          status: fc.constantFrom(...REQUEST_STATUSES),
          totalFen: fc.bigInt({ min: 1n, max: 200_00n }),
        }),
        ({ holder, now, status, totalFen }) => {
          const asked = { holder: caller(holder), version: 1 };
          const current = request({ status, totalFen, decidedBy: null });
          const isAllowed = outcomeOf(() => decideApproval(current, asked, now)) === true;
          const isAdmin = holder.scopes.includes('admin') && now?.scopes.includes('admin') === true;
          const mayDecide = now !== null && (isAdmin || now.scopes.length > 0);
          const isCovered = isAdmin || (now?.approvalLimitFen ?? -1n) >= totalFen;
          const { isPerson, userId } = holder;
          expect(isAllowed).toBe(
            isPerson && userId !== 'usr_asks' && mayDecide && isCovered && status === 'PENDING',
          );
        },
      ),
    );
  });
});

describe('a request', () => {
  const decision = { rights: rights(100_00n), note: undefined, at: AT };

  it('that is rejected says who decided and why', () => {
    expect(decideEnd('reject', request(), { holder: caller() }, { ...decision, note: 'no' })).toEqual({
      status: 'REJECTED',
      decidedBy: 'usr_decides',
      decidedAt: AT,
      decisionNote: 'no',
      endedAt: AT,
    });
  });

  it('that is withdrawn was decided by nobody', () => {
    const changes = decideEnd(
      'withdraw',
      request(),
      { holder: REQUESTER },
      { ...decision, rights: rights(null) },
    );
    expect(changes).toEqual({ status: 'WITHDRAWN', decisionNote: null, endedAt: AT });
  });

  it.each([
    ['rejected by its requester', 'reject', { holder: REQUESTER }, rights(100_00n), 'own request'],
    ['rejected beyond the limit', 'reject', { holder: caller() }, rights(99_99n), 'approval limit'],
    [
      'rejected by a person who was disabled',
      'reject',
      { holder: caller() },
      null,
      'the right to decide was taken away',
    ],
    ['withdrawn by others', 'withdraw', { holder: caller() }, rights(100_00n), 'not the requester'],
    [
      'withdrawn without the scope',
      'withdraw',
      { holder: REQUESTER },
      rights(null, []),
      'the right to decide was taken away',
    ],
    [
      'withdrawn in another version',
      'withdraw',
      { holder: REQUESTER, ifMatch: '"2"' },
      rights(null),
      'VERSION_CONFLICT',
    ],
  ] as const)('is not %s', (_, action, call, now, reason) => {
    expect(outcomeOf(() => decideEnd(action, request(), call, { ...decision, rights: now }))).toBe(reason);
  });

  it('ends once', () => {
    const rejected = request({ status: 'REJECTED', decidedBy: 'usr_decides' });
    expect(decideEnd('reject', rejected, { holder: caller(), ifMatch: '"1"' }, decision)).toBeNull();
    for (const status of REQUEST_STATUSES_WITH_INTENT)
      expect(outcomeOf(() => decideEnd('reject', request({ status }), { holder: caller() }, decision))).toBe(
        'reject is possible in PENDING only',
      );
  });
});
