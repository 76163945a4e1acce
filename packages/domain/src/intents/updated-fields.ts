import {
  AMOUNTS,
  type EventType,
  isTotalWithinLimit,
  type Labels,
  type UpdateIntentInput,
} from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { fenToYuan } from '../money.ts';
import { isReported } from '../is-reported.ts';
import type { TimelineEvent } from './intent-change.ts';
import type { StoredIntent } from './intent-fields.ts';
import { storedLabels } from './labels.ts';

type Given = { [Field in keyof UpdateIntentInput]?: Exclude<UpdateIntentInput[Field], undefined> };

/** What an update writes: the fields that were sent, and the total when the quantity changes. */
export type UpdatedFields = Omit<Given, 'labels'> &
  Partial<Pick<StoredIntent, 'totalFen'>> & { labels?: Labels | null };

/** @throws ValidationError when the new quantity makes the total too large. */
export function updatedFields(
  intent: Pick<StoredIntent, 'priceFen'>,
  body: UpdateIntentInput,
): UpdatedFields {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given;
  return {
    ...sent,
    ...(sent.labels !== undefined && { labels: storedLabels(sent.labels) }),
    ...(sent.quantity !== undefined && { totalFen: totalOf(intent, sent.quantity) }),
  };
}

// The texts stand in timelines: a change of them must still read the old ones.
const TYPE = 'intent.updated' satisfies EventType;
const fieldNames = (body: UpdateIntentInput): string => Object.keys(body).sort().join(', ');

/** Up to this number of changes of an intent, each has an event: more than anybody makes by hand. */
export const ALL_CHANGES_SHOWN = 100;

/**
 * The event of an update: `detail` is the names of the fields that were sent, sorted. Null when it is not reported: of
 * the changes of one intent the first hundred are, then only each that doubles their number.
 *
 * @param changes - the number of changes of the intent, this one included.
 */
export function updateEvent(body: UpdateIntentInput, changes: number): TimelineEvent | null {
  if (!isReported(changes, ALL_CHANGES_SHOWN)) return null;
  const names = fieldNames(body);
  return { type: TYPE, detail: changes <= ALL_CHANGES_SHOWN ? names : `${names} (change ${changes})` };
}

// What no platform compares when an order's number is repeated.
const UNCOMPARED = ['labels', 'remarks'] as const satisfies (keyof UpdateIntentInput)[];

/**
 * Which events of {@link updateEvent} may have changed what a platform compares when an order's number is repeated: all
 * but those of remarks and labels alone, so that a field that is not known here counts as compared.
 */
export const CONTENT_UPDATES = {
  type: TYPE,
  exceptDetails: [...UNCOMPARED, UNCOMPARED.join(', ')] as readonly string[],
} as const;

/** Whether an update may change what a platform compares when an order's number is repeated. */
export const isContentUpdate = (body: UpdateIntentInput): boolean =>
  !CONTENT_UPDATES.exceptDetails.includes(fieldNames(body));

function totalOf({ priceFen }: Pick<StoredIntent, 'priceFen'>, quantity: number): bigint {
  if (!isTotalWithinLimit(fenToYuan(priceFen), quantity)) {
    throw new ValidationError([
      { field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } },
    ]);
  }
  return priceFen * BigInt(quantity);
}
