import {
  INTENT_ACTIONS,
  INTENT_STATUSES,
  type IntentAction,
  type IntentStatus,
} from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkAllowed, type EndStatus, transition } from './transition.ts';

const now = new Date('2026-11-21T08:30:00.000Z');

/** The lifecycle of the interface, written by hand. A status without an entry refuses the action. */
const TABLE: Record<IntentAction, Partial<Record<IntentStatus, IntentStatus | 'removed'>>> = {
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
const STAMPS: Partial<Record<IntentAction, string>> = {
  submit: 'submittedAt',
  cancel: 'cancelledAt',
  complete: 'completedAt',
};
const REFUSALS: Partial<Record<IntentAction, string>> = {
  update: 'UPDATE_REFUSED',
  submit: 'SUBMIT_REFUSED',
  cancel: 'CANCEL_REFUSED',
  delete: 'DELETE_REFUSED',
  archive: 'ARCHIVE_REFUSED',
};
/** Actions that leave the purchase as it is. */
const BESIDE = ['delete', 'archive', 'unarchive'] as const;
const CELLS = INTENT_ACTIONS.flatMap((action) =>
  INTENT_STATUSES.map((status) => ({ action, status, target: TABLE[action][status] })),
);
const MOVES = CELLS.filter(({ action }) => BESIDE.every((each) => each !== action)) as {
  action: Exclude<IntentAction, (typeof BESIDE)[number]>;
  status: IntentStatus;
  target: IntentStatus | undefined;
}[];

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

/** What `work` gives; null when it throws. */
function tried<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

describe('every action from every status', () => {
  it.each(MOVES.filter(({ target }) => target))(
    '$action of $status writes $target and its stamp, nothing else',
    ({ action, status, target }) => {
      const stamp = STAMPS[action];
      expect(transition(action, status, now)).toEqual({
        status: target,
        ...(stamp !== undefined && { [stamp]: now }),
      });
    },
  );

  it.each(CELLS.filter(({ target }) => !target))('$action of $status is refused', ({ action, status }) => {
    const error = thrownBy(() => checkAllowed(action, status)) as {
      errorName?: string;
      data?: { currentStatus: string };
    };
    expect(error).toBeInstanceOf(Error);
    expect(error.errorName).toBe(REFUSALS[action]);
    expect(error.data?.currentStatus).toBe(REFUSALS[action] && status);
  });

  it.each(MOVES.filter(({ target }) => !target))(
    '$action of $status is refused when it would be written, in the same words',
    ({ action, status }) => {
      const error = thrownBy(() => checkAllowed(action, status)) as Error;
      const thrown = thrownBy(() => transition(action, status, now)) as Error;
      expect(thrown.message).toBe(error.message);
    },
  );

  it.each(CELLS.filter(({ target }) => target))('$action of $status is allowed', ({ action, status }) => {
    expect(thrownBy(() => checkAllowed(action, status))).toBeNull();
  });
});

it('the type of a change has the statuses of its own action alone', () => {
  type After<Action extends (typeof MOVES)[number]['action']> = ReturnType<
    typeof transition<Action>
  >['status'];
  expectTypeOf<After<'update'>>().toEqualTypeOf<'DRAFT' | 'SUBMITTED'>();
  expectTypeOf<After<'submit'>>().toEqualTypeOf<'SUBMITTED'>();
  expectTypeOf<After<'start'>>().toEqualTypeOf<'PROCESSING'>();
  expectTypeOf<After<'complete' | 'fail' | 'cancel'>>().toEqualTypeOf<EndStatus>();
  expectTypeOf<EndStatus>().toEqualTypeOf<'COMPLETED' | 'FAILED' | 'CANCELLED'>();
});

describe('a sequence of actions', () => {
  const ENDS = ['COMPLETED', 'FAILED', 'CANCELLED'];

  it('ends once, sets each time stamp once, and allows only a removal after the end', () => {
    const actions = fc.array(fc.constantFrom(...new Set(MOVES.map(({ action }) => action))), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(actions, fc.constantFrom('DRAFT' as const, 'SUBMITTED' as const), (life, first) => {
        let status: IntentStatus = first;
        const stamped: string[] = [];
        for (const [second, action] of life.entries()) {
          const at = new Date(second * 1000);
          const change = tried(() => transition(action, status, at));
          expect(change?.status).toBe(TABLE[action][status]);
          if (!change) continue;
          expect(ENDS).not.toContain(status);
          stamped.push(...Object.keys(change).filter((name) => name !== 'status'));
          status = change.status;
        }
        expect(new Set(stamped).size).toBe(stamped.length);
        const isEnded = stamped.some((name) => name === 'completedAt' || name === 'cancelledAt');
        expect(isEnded).toBe(status === 'COMPLETED' || status === 'CANCELLED');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a refusal', () => {
  it.each(['update', 'submit', 'archive'] as const)('of %s names the statuses that allow it', (action) => {
    const status = action === 'archive' ? 'DRAFT' : 'COMPLETED';
    expect(thrownBy(() => checkAllowed(action, status))).toMatchObject({
      data: { currentStatus: status, allowedStatuses: Object.keys(TABLE[action]) },
    });
  });

  it.each(['cancel', 'delete'] as const)('of %s names the reason', (action) => {
    const error = thrownBy(() => checkAllowed(action, 'COMPLETED')) as { data: { reason: string } };
    for (const status of Object.keys(TABLE[action])) expect(error.data.reason).toContain(status);
  });

  it('has a copy of the allowed statuses, not the table itself', () => {
    const error = thrownBy(() => checkAllowed('update', 'COMPLETED')) as {
      data: { allowedStatuses: string[] };
    };
    error.data.allowedStatuses.push('COMPLETED');
    expect(thrownBy(() => checkAllowed('update', 'COMPLETED'))).not.toBeNull();
  });

  it.each(['start', 'complete', 'fail'] as const)(
    'of %s, which callers cannot request, is a defect',
    (action) => {
      const error = thrownBy(() => checkAllowed(action, 'DRAFT'));
      expect(error).not.toHaveProperty('errorName');
      expect(error).toMatchObject({ message: `${action} from DRAFT is not a move of the lifecycle` });
    },
  );
});
