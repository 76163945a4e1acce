import type { Scope } from '@procurement-intents/contract/bearer';
import { describe, expect, it } from 'vitest';
import { BearerError } from '../bearer/bearer-error.ts';
import { checkCovers, checkStillCovers, deciderOfIntents, intentRightsOf } from './intent-rights.ts';
import { type PersonRights, rightsOfUser } from './person-rights.ts';

const person = { isPerson: true, userId: 'usr_1', scopes: [] as readonly Scope[] };
const program = { ...person, isPerson: false };
const admin = ['admin'] as const;
const write = ['write:purchase-requests'] as const;
const upTo = (approvalLimitFen: bigint | null, scopes: readonly Scope[] = []): PersonRights => ({
  approvalLimitFen,
  scopes,
});
const TOTALS = [1n, 10_000n, 10_001n].map((totalFen) => ({ totalFen }));

/** Why the work is refused; null when it is not. */
function refusalOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof BearerError)) throw error;
    return error.code === 'forbidden' ? error.extras.reason : error;
  }
}

describe('of the intents of all Apps', () => {
  it.each([
    ['an administrator sees all', { ...person, scopes: admin }, null, [true, true, true]],
    ['a program of administrators sees all', { ...program, scopes: admin }, null, [true, true, true]],
    ['a person sees what the limit covers', person, upTo(10_000n), [true, true, false]],
    ['a person whose limit is 0 sees none', person, upTo(0n), [false, false, false]],
  ] as const)('%s', (_, caller, now, covered) => {
    const rights = intentRightsOf(caller, now);
    const refusals = TOTALS.map((intent) => refusalOf(() => checkCovers(rights, intent)));
    expect(refusals).toEqual(covered.map((isCovered) => (isCovered ? null : 'approval limit')));
  });

  it.each([
    ['a person without a limit', person, upTo(null), 'no approval limit'],
    ['a person who may do nothing any more', person, null, 'no approval limit'],
    [
      'a program, whatever its maker may do',
      program,
      upTo(10_000n),
      'only an administrator or a person with an approval limit',
    ],
  ])('%s is refused', (_, caller, now, reason) => {
    expect(refusalOf(() => intentRightsOf(caller, now))).toBe(reason);
  });

  it('the limit of a person is asked for, and of nobody else', () => {
    expect(deciderOfIntents(person)).toBe('usr_1');
    expect(
      [{ ...person, scopes: admin }, program, { ...program, scopes: admin }].map(deciderOfIntents),
    ).toEqual([null, null, null]);
  });
});

describe('when a draft is submitted', () => {
  it.each([
    ['an administrator still is one', admin, upTo(null, admin), true],
    ['an administrator is none any more', admin, upTo(null), false],
    ['an administrator is none any more, and has a limit that covers it', admin, upTo(10_000n, write), true],
    ['a person has become an administrator since the log-in', write, upTo(null, admin), false],
    ['the limit covers it exactly', write, upTo(10_000n, write), true],
    ['the limit was lowered', write, upTo(9_999n, write), false],
    ['the limit was taken away', write, upTo(null, write), false],
    ['the scope was taken away', write, upTo(10_000n, ['read:purchase-requests']), false],
    ['the client never had the scope', ['read:suppliers'], upTo(10_000n, write), false],
    ['the person was disabled', admin, null, false],
  ] as const)('and %s', (_, scopes, now, isCovered) => {
    const refusal = refusalOf(() => checkStillCovers({ scopes }, now, { totalFen: 10_000n }));
    expect(refusal).toBe(isCovered ? null : 'the right to submit was taken away');
  });
});

it('nobody and a disabled user have no rights', () => {
  const user = { ...upTo(1n, admin), disabledAt: null };
  expect(rightsOfUser(user)).toEqual(upTo(1n, admin));
  expect([
    rightsOfUser({ ...user, disabledAt: new Date(0) }),
    rightsOfUser(null),
    rightsOfUser(undefined),
  ]).toEqual([null, null, null]);
});
