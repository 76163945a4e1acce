import type { UpdateIntentInput } from '@procurement-intents/contract';
import { checkVersion } from '../check-version.ts';
import { cancellationOf, deletionOf } from './caller-ends.ts';
import { archivingOf, submissionOf, unarchivingOf, updateOf } from '../intents/caller-changes.ts';
import { checkProduct, type FoundProduct } from '../intents/decide-create.ts';
import { checkAllowed } from '../intents/transition.ts';
import { checkWriteAccess, type WriteAccess } from '../intents/write-access.ts';

/** What a caller may change, and which version of the intent it has read. */
export interface ChangeRequest {
  access: WriteAccess;
  /** The caller's `If-Match`; nothing for any version. */
  ifMatch: string | null | undefined;
}

/** What a host knows for a decision beside the intent. `mayAppear`: whether an order may exist, by `mayHaveBeenOrdered`. */
interface Facts {
  update: { body: UpdateIntentInput; now: Date };
  submit: FoundProduct & { graceMs: number; now: Date };
  cancel: { mayAppear: boolean; now: Date };
  delete: { mayAppear: boolean };
  archive: { now: Date };
  unarchive: { now: Date };
}

/** A change of an intent that a caller asks for. */
type Change = keyof Facts;

interface Outcomes {
  update: ReturnType<typeof updateOf>;
  submit: ReturnType<typeof submissionOf>;
  cancel: ReturnType<typeof cancellationOf>;
  delete: ReturnType<typeof deletionOf>;
  archive: ReturnType<typeof archivingOf>;
  unarchive: ReturnType<typeof unarchivingOf>;
}

/** What of an intent its changes are decided by. */
export type ChangingIntent = Parameters<typeof updateOf>[0] &
  Parameters<typeof cancellationOf>[0] &
  Parameters<typeof archivingOf>[0];

const DECISIONS: { [Each in Change]: (intent: ChangingIntent, facts: Facts[Each]) => Outcomes[Each] } = {
  update: (intent, { body, now }) => updateOf(intent, body, now),
  submit(intent, facts) {
    checkAllowed('submit', intent.status);
    checkProduct(facts);
    return submissionOf(intent, facts.now, facts.graceMs);
  },
  cancel: (intent, facts) => cancellationOf(intent, facts, facts.now),
  delete: (intent, facts) => deletionOf(intent, facts),
  archive: (intent, { now }) => archivingOf(intent, now),
  unarchive: (intent, { now }) => unarchivingOf(intent, now),
};

/**
 * Decides a change of an intent that its App or the company asks for: what it writes, or that it changes nothing. Of several
 * refusals the first one wins:
 *
 * 1. the access of the caller (40302);
 * 2. its `If-Match` (40001 when it is no `ETag`, 40902 for another version);
 * 3. the status of the intent (40002 to 40004);
 * 4. what the change itself has wrong: of an update the total, of a submit the supplier, and then platform, address and page of
 *    the product (40001). A host that has not read the page decides with `unread`, reads it, and decides once more, because
 *    that takes seconds.
 *
 * The host writes only while the intent still has the version that this was decided on.
 *
 * @throws ApiError or ValidationError, in this order.
 */
export function decideChange<Asked extends Change>(
  change: Asked,
  intent: ChangingIntent,
  { access, ifMatch }: ChangeRequest,
  facts: Facts[Asked],
): Outcomes[Asked] {
  checkWriteAccess(access, intent);
  checkVersion(intent, ifMatch);
  return DECISIONS[change](intent, facts);
}
