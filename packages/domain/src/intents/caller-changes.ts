import type { UpdateIntentInput } from '@procurement-intents/contract';
import { isReported } from '../is-reported.ts';
import type { StoredIntent } from './intent-fields.ts';
import { checkAllowed, transition } from './transition.ts';
import { ALL_CHANGES_SHOWN, isContentUpdate, updatedFields, updateEvent } from './updated-fields.ts';

/**
 * What an update writes to an intent, and its event. A change of content that no event reports is marked on the row, so
 * that an order which is older than the change is never taken for the intent's own.
 *
 * @throws ApiError `UPDATE_REFUSED` (40002) when the status does not allow it; ValidationError when the total becomes
 *   too large.
 */
export function updateOf(
  intent: Pick<StoredIntent, 'status' | 'priceFen' | 'version'>,
  body: UpdateIntentInput,
  now: Date,
) {
  const event = updateEvent(body, intent.version);
  return {
    fields: {
      ...transition('update', intent.status, now),
      ...updatedFields(intent, body),
      ...(!event && isContentUpdate(body) && { mustCompareOrder: true }),
    },
    event,
    isVisible: true,
    renewsFence: true as const,
  };
}

type Archivable = Pick<StoredIntent, 'status' | 'archivedAt' | 'version'>;

/**
 * What archiving an intent writes, and its event; null for one that is archived already: it stays as it is. Of many changes
 * only some have an event, as of updates.
 *
 * @throws ApiError `ARCHIVE_REFUSED` (40002) before the intent has ended.
 */
export function archivingOf({ status, archivedAt, version }: Archivable, now: Date) {
  checkAllowed('archive', status);
  if (archivedAt !== null) return null;
  const event = isArchivingReported(version) ? ({ type: 'intent.archived' } as const) : null;
  return archiveChange({ archivedAt: now }, event);
}

/**
 * What taking an intent out of the archive writes, and its event; null for one that is not archived. The archive days of its
 * App do not put it back.
 */
export function unarchivingOf({ status, archivedAt, version }: Archivable, now: Date) {
  checkAllowed('unarchive', status);
  if (archivedAt === null) return null;
  const event = isArchivingReported(version) ? ({ type: 'intent.unarchived' } as const) : null;
  return archiveChange({ archivedAt: null, unarchivedAt: now }, event);
}

const archiveChange = <
  Fields extends Pick<StoredIntent, 'archivedAt'>,
  Type extends 'intent.archived' | 'intent.unarchived',
>(
  fields: Fields,
  event: { type: Type } | null,
) => ({ fields, event, isVisible: true, keepsUpdatedAt: true }) as const;

/**
 * Whether such a change of this version of an intent has an event. `archive-by-age.ts` of the server has it in SQL:
 * `archive-by-age.test.ts` holds both to one answer.
 */
const isArchivingReported = (version: number): boolean => isReported(version, ALL_CHANGES_SHOWN);

/** What the event of an intent says that the archive days of its App have archived. */
export const AUTOMATIC = 'automatic';

/** When the first attempt is due: until then, updates and a cancellation are free. */
export const firstAttemptAt = (submittedAt: Date, graceMs: number): Date =>
  new Date(submittedAt.getTime() + graceMs);

/**
 * What the submit of a draft writes, and its event. The host has checked the product page.
 *
 * @throws ApiError `SUBMIT_REFUSED` (40002) when the intent is no draft.
 */
export function submissionOf({ status: from }: Pick<StoredIntent, 'status'>, now: Date, graceMs: number) {
  const fields = transition('submit', from, now);
  return {
    fields,
    event: { type: 'intent.submitted', from, to: fields.status },
    isVisible: true,
    nextAttemptAt: firstAttemptAt(now, graceMs),
  } as const;
}
