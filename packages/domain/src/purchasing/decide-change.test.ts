import { type ErrorName, INTENT_STATUSES, isAllowed, LIFECYCLE } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { ApiError, ValidationError } from '../errors.ts';
import { type ChangeRequest, type ChangingIntent, decideChange } from './decide-change.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const GRACE_MS = 5000;
const PRODUCT = { isSupplierBlocked: false, finding: 'accepted' } as const;
const ANY: ChangeRequest = { access: 'all', ifMatch: undefined };

const intentOf = (change: Partial<ChangingIntent>): ChangingIntent => ({
  status: 'DRAFT',
  priceFen: 100_000_000n,
  totalFen: 100_000_000n,
  version: 3,
  archivedAt: null,
  cancelRequestedAt: null,
  amountPaidFen: null,
  ...change,
});

type Decide = (intent: ChangingIntent, request: ChangeRequest) => unknown;

/** Each change, with as much against it as its facts can have. */
const CHANGES = {
  update: (intent, request) =>
    decideChange('update', intent, request, { body: { quantity: 99_999_999 }, now: NOW }),
  submit: (intent, request) =>
    decideChange('submit', intent, request, {
      isSupplierBlocked: true,
      finding: 'productPage',
      graceMs: GRACE_MS,
      now: NOW,
    }),
  cancel: (intent, request) => decideChange('cancel', intent, request, { mayAppear: false, now: NOW }),
  delete: (intent, request) => decideChange('delete', intent, request, { mayAppear: false }),
  archive: (intent, request) => decideChange('archive', intent, request, { now: NOW }),
  unarchive: (intent, request) => decideChange('unarchive', intent, request, { now: NOW }),
} satisfies Record<string, Decide>;

/** The changes that are refused for what they are about, where nothing before it refuses them. */
const OWN_REFUSALS: Partial<Record<keyof typeof CHANGES, string>> = {
  update: 'quantity totalTooLarge',
  submit: 'productUrl supplierBlocked',
};

/** What a decision is refused with; null when it is not. */
function refusalOf(decide: () => unknown): string | null {
  try {
    decide();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.errorName satisfies ErrorName;
    if (error instanceof ValidationError)
      return error.problems.map(({ field, issue }) => `${field} ${issue.rule}`).join();
    throw error;
  }
}

const IF_MATCHES = [
  { ifMatch: undefined, refusal: null },
  { ifMatch: null, refusal: null },
  { ifMatch: '"3"', refusal: null },
  { ifMatch: '"2"', refusal: 'VERSION_CONFLICT' },
  { ifMatch: 'no tag', refusal: 'If-Match version' },
] as const;

const every = (Object.keys(CHANGES) as (keyof typeof CHANGES)[]).flatMap((change) =>
  INTENT_STATUSES.flatMap((status) =>
    (['all', 'drafts'] as const).flatMap((access) =>
      IF_MATCHES.map((ifMatch) => ({ change, status, access, ...ifMatch })),
    ),
  ),
);

it.each(every)(
  'of the refusals of a change the first wins: $change of $status with $access and $ifMatch',
  ({ change, status, access, ifMatch, refusal }) => {
    // From the last reason to the first: a later line overrules those above it.
    let wanted: string | null = OWN_REFUSALS[change] ?? null;
    if (!isAllowed(change, status)) wanted = LIFECYCLE[change].refusal;
    if (refusal !== null) wanted = refusal;
    if (access === 'drafts' && status !== 'DRAFT') wanted = 'PERMISSION_MISSING';
    expect(refusalOf(() => CHANGES[change](intentOf({ status }), { access, ifMatch }))).toBe(wanted);
  },
);

it('refuses the submit of a product by its supplier first, and then by its finding', () => {
  const submit = (
    product: Pick<typeof PRODUCT, never> & Partial<Record<'finding', 'productPage' | 'unread'>>,
  ) =>
    refusalOf(() =>
      decideChange('submit', intentOf({}), ANY, { ...PRODUCT, ...product, graceMs: GRACE_MS, now: NOW }),
    );
  expect(submit({ finding: 'productPage' })).toBe('productUrl productPage');
  expect(submit({ finding: 'unread' })).toBeNull();
  expect(submit({})).toBeNull();
});

it('submits as of the moment of the decision', () => {
  const facts = { ...PRODUCT, graceMs: GRACE_MS, now: NOW };
  expect(decideChange('submit', intentOf({}), ANY, facts)).toMatchObject({
    fields: { status: 'SUBMITTED', submittedAt: NOW },
    nextAttemptAt: new Date(NOW.getTime() + GRACE_MS),
  });
});

it('ends what is not processed yet, and asks once about what is', () => {
  const kindOf = (change: Partial<ChangingIntent>) =>
    decideChange('cancel', intentOf(change), ANY, { mayAppear: false, now: NOW }).kind;
  expect(kindOf({ status: 'SUBMITTED' })).toBe('end');
  expect(kindOf({ status: 'PROCESSING' })).toBe('request');
  expect(kindOf({ status: 'PROCESSING', cancelRequestedAt: NOW })).toBe('requested');
});

it('leaves a look-up only of a draft that may have been ordered', () => {
  const needsLookup = (status: ChangingIntent['status'], mayAppear: boolean) =>
    decideChange('delete', intentOf({ status }), ANY, { mayAppear }).needsLookup;
  expect([needsLookup('DRAFT', true), needsLookup('DRAFT', false)]).toEqual([true, false]);
  expect(needsLookup('CANCELLED', true)).toBe(false);
});

it('changes nothing of what is archived, or out of the archive, already', () => {
  const [open, archived] = [null, NOW].map((archivedAt) => intentOf({ status: 'COMPLETED', archivedAt }));
  const decide = (change: 'archive' | 'unarchive', intent = intentOf({})) =>
    decideChange(change, intent, ANY, { now: NOW });
  expect([decide('archive', archived), decide('unarchive', open)]).toEqual([null, null]);
  expect(decide('archive', open)).toMatchObject({ fields: { archivedAt: NOW } });
  expect(decide('unarchive', archived)).toMatchObject({ fields: { archivedAt: null } });
});
