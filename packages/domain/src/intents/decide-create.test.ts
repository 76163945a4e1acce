import { describe, expect, it } from 'vitest';
import { ApiError, ValidationError } from '../errors.ts';
import {
  checkProduct,
  type CreateFacts,
  decideCreate,
  isInsertedAtOnce,
  type ProductFinding,
} from './decide-create.ts';

const CREATE = { idempotencyKey: 'key a', requestHash: 'hash' };
const SIGNED = { intentId: 'int_1', idempotencyKey: 'key a', createdAt: new Date(0) };
const INTENT = { id: 'int_1', requestHash: 'hash', redactedAt: null };

/** What may be stored under the key and signature of a create, and what comes of it alone. */
const STORED = {
  nothing: [{ signed: null, keyed: null }, 'first'],
  'the same create': [{ signed: SIGNED, keyed: INTENT }, 'replay'],
  'the same body under another signature': [{ signed: null, keyed: INTENT }, 'replay'],
  'a deleted intent': [{ signed: SIGNED, keyed: null }, 'replayDeleted'],
  'another body': [{ signed: null, keyed: { ...INTENT, requestHash: 'other' } }, 'IDEMPOTENCY_KEY_REUSED'],
  'another key': [{ signed: { ...SIGNED, idempotencyKey: 'key b' }, keyed: null }, 'SIGNATURE_REUSED'],
} as const;
const STATUSES = ['DRAFT', 'SUBMITTED'] as const;
const FINDINGS: readonly ProductFinding[] = [
  'accepted',
  'unread',
  'notConnected',
  'productUrl',
  'productPage',
  'supplierBlocked',
];

const every: CreateFacts[] = (['all', 'drafts'] as const).flatMap((access) =>
  STATUSES.flatMap((status) =>
    [true, false].flatMap((isSupplierBlocked) =>
      FINDINGS.map((finding) => ({ access, status, isSupplierBlocked, finding })),
    ),
  ),
);

/** What a decision is, or what it is refused with. */
function outcomeOf(decide: () => { kind: string }): string {
  try {
    return decide().kind;
  } catch (error) {
    if (error instanceof ApiError) return error.errorName;
    if (error instanceof ValidationError) return error.problems.map(({ issue }) => issue.rule).join();
    throw error;
  }
}

const decide = (stored: keyof typeof STORED, facts: CreateFacts) =>
  outcomeOf(() => decideCreate(CREATE, STORED[stored][0], facts));

describe.each(Object.keys(STORED) as (keyof typeof STORED)[])('a create with %s under its key', (stored) => {
  const [, alone] = STORED[stored];
  it.each(every)(
    'and $access access, $status, supplier blocked: $isSupplierBlocked, page $finding',
    (facts) => {
      // From the last reason to the first: a later line overrules those above it.
      let wanted: string = 'first';
      if (facts.finding !== 'accepted' && facts.finding !== 'unread') wanted = facts.finding;
      if (facts.isSupplierBlocked) wanted = 'supplierBlocked';
      if (facts.access === 'drafts' && facts.status === 'SUBMITTED') wanted = 'PERMISSION_MISSING';
      if (alone !== 'first') wanted = alone;
      expect(decide(stored, facts)).toBe(wanted);
    },
  );
});

it('inserts at once exactly what nothing but its key and signature can refuse, with its page known', () => {
  const clear = every.filter((facts) => facts.finding !== 'unread' && decide('nothing', facts) === 'first');
  expect(every.filter(isInsertedAtOnce)).toEqual(clear);
  expect(clear).toHaveLength(3);
});

it.each<[finding: ProductFinding, field: string]>([
  ['notConnected', 'platform'],
  ['productUrl', 'productUrl'],
  ['productPage', 'productUrl'],
  ['supplierBlocked', 'productUrl'],
])('refuses the finding %s at the field %s', (finding, field) => {
  expect(() => checkProduct({ isSupplierBlocked: false, finding })).toThrow(
    expect.objectContaining({ problems: [{ field, issue: { rule: finding } }] }),
  );
});
