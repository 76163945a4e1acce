import { expect, it } from 'vitest';
import * as callerChanges from '../intents/caller-changes.ts';
import * as endings from './ending.ts';
import * as purchaseChanges from './purchase-changes.ts';
import * as sentCancels from './sent-cancel.ts';
import * as shownOrders from './shown-order.ts';
import { CHANGES } from '../../test/every-change.ts';
import { NOW } from '../../test/test-purchase.ts';

// The version is the ETag: a caller who is told a new one must see what is new. An open intent that is never due is never
// bought, and one that has ended and is due is dispatched in vain.
it.each(CHANGES)(
  '%s: whether callers see %s: %s, and when the intent is due then: %s',
  (_of, _what, isVisible, due, change) => {
    expect(change?.isVisible).toBe(isVisible);
    expect(change?.nextAttemptAt).toEqual(
      due === 'as before' ? undefined : due === null ? null : new Date(NOW.getTime() + due),
    );
  },
);

it.each(CHANGES)(
  '%s: %s ends the request to cancel exactly where it withdraws it',
  (_of, _what, _isVisible, _due, change) => {
    expect(change?.endsCancel ?? false).toBe(
      Object.entries(change?.fields ?? {}).some(
        ([key, value]) => key === 'cancelRequestedAt' && value === null,
      ),
    );
  },
);

it('each change of the domain is one of these', () => {
  const named = Object.keys({
    ...callerChanges,
    ...purchaseChanges,
    ...sentCancels,
    ...shownOrders,
    ...endings,
  }).filter((name) => name.endsWith('Of'));
  expect(CHANGES.map(([of]) => of)).toEqual(expect.arrayContaining(named));
});
