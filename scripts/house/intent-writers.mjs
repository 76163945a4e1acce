/**
 * Every statement that writes the table `intents`, by file of `apps/server` and declaration in it: the fence that keeps it from
 * writing over a newer state, and why that is enough. `intent-writers.test.ts` finds the statements, and reads the fences from
 * their conditions: a writer without a row fails it, and so does a statement that has lost its fence.
 *
 * No statement but `statementFor` ends an intent, and the trigger `intents_early_end` refuses an end while an order may appear.
 *
 * @typedef {keyof typeof FENCES} Fence
 *
 * @typedef {object} IntentWriter
 * @property {('insert' | 'update' | 'delete')[]} writes in the order of the code; `changeRow` and `updateFreeRows` are updates.
 * @property {Fence[]} fences what its condition has against a newer state.
 * @property {string} why what it may write over, and why that takes nothing from anybody.
 * @property {string[]} [with] other declarations of the file that its condition lies in.
 */

/** What a condition says when it has a fence. */
export const FENCES = {
  /** The version on which the change was decided: nothing that callers see has changed since. */
  version: /"version" = (?:w\."version"|\$\d)/,
  /** The attempt on which it was decided: no worker has begun another one since, also after a failover. */
  attempt: /"attempt" = (?:w\."attempt"|\$\d)/,
  status: /"status" (?:=|IN) /,
  'no request to cancel': /"cancelRequestedAt" IS NULL/,
  /** The row is locked, and its condition judged again, before it is written. */
  'row lock': /FOR UPDATE|updateFreeRows\(/,
  /** The row has the values that were read. */
  'same values': /\$\{UNCHANGED\}/,
  /** No intent has the key. */
  'new key': /ON CONFLICT \("appId", "idempotencyKey"\) DO NOTHING/,
  /** The attempt of a look-up, which the same statement ends. */
  'attempt of the look-up': /"order_lookups" WHERE [^;`]*"attempt" = \$\{attempt\}/,
  /** The attempt of the poll of a list of orders. */
  'attempt of the poll': /"order_feeds"\s+WHERE [^;`]*"attempt" = \$\{attempt\}/,
  /** How far the row is on its way to the archive. */
  'state of the move': /"copiedAt" (?:IS (?:NOT )?NULL|=|<=)/,
};

/** @type {Record<string, IntentWriter>} */
export const INTENT_WRITERS = {
  // A purchase and its callers.
  'src/intents/store/insert-intents.ts INSERT': {
    writes: ['insert'],
    fences: ['new key'],
    why: 'A new row. The signature is taken in the same statement, and a key that has moved to the archive is looked for.',
  },
  'src/intent-rows/write-intents.ts statementFor': {
    writes: ['update'],
    fences: ['attempt', 'row lock', 'version'],
    why: 'What callers and attempts decide, ends too. All that they decide by is in the version or under the attempt.',
  },
  'src/purchasing/store/claim-intents.ts CLAIM': {
    writes: ['update'],
    fences: ['row lock', 'status'],
    why: 'Begins an attempt whatever was decided before, and takes a number that fences off every earlier one. Only an open intent has one.',
  },
  'src/purchasing/store/claim-intents.ts NEXT_ATTEMPT': {
    writes: ['update'],
    fences: ['row lock'],
    why: 'Begins an attempt at tracking: writes its number alone, which fences off every earlier one.',
  },
  'src/purchasing/store/mark-in-flight.ts MARK_IN_FLIGHT': {
    writes: ['update'],
    fences: ['attempt', 'no request to cancel', 'row lock', 'status', 'version'],
    why: 'The promise to order. The time until which an order may appear only grows.',
  },
  'src/intents/store/cancel-requests.ts REQUEST_CANCEL': {
    writes: ['update'],
    fences: ['no request to cancel', 'status', 'version'],
    why: 'Records a request and makes the intent due; it decides nothing. The new version fences off the attempt that is under way.',
  },
  'src/intents/store/deletions.ts DELETE': {
    writes: ['delete'],
    fences: ['attempt', 'version'],
    why: 'The rule allows it for drafts and for what has ended. Look-ups outlive the row; where an order may exist, it adds them.',
  },
  // When an intent is due: a time that is too early costs an attempt, and a fenced write comes after it.
  'src/purchasing/store/take-due-intents.ts writeLeases': {
    writes: ['update'],
    with: ['lockDue'],
    fences: ['row lock'],
    why: 'Writes the due time alone. The transaction has locked the rows as it read them, and adds their jobs.',
  },
  'src/intents/store/order-checks.ts REQUEST_CHECK': {
    writes: ['update'],
    fences: ['status'],
    why: 'Makes an intent that has an order due at once, and writes nothing else. An attempt under way may write a later time over it: then the caller is told to come again.',
  },
  'src/purchasing/store/update-feed.ts updateFeed': {
    writes: ['update'],
    fences: ['attempt of the poll', 'row lock', 'status'],
    why: 'Makes a completed intent due at once, not later than it was, and takes an attempt number that fences off whoever has read the order before. COMPLETED is final.',
  },
  // Orders that nobody waits for.
  'src/intent-rows/change-row.ts changeRow': {
    writes: ['update'],
    fences: [],
    why: 'Its callers give the condition; the types take no end and no recipient.',
  },
  'src/purchasing/store/order-lookups.ts finish': {
    writes: ['update'],
    with: ['IS_UNBOUGHT'],
    fences: ['attempt of the look-up', 'status'],
    why: 'FAILED and CANCELLED are final, no attempt is made at such an intent, and it has one look-up, which ends with the write. What else changes there (archive, redaction, labels) are other columns.',
  },
  'src/purchasing/store/recovered-intents.ts adoptOrder': {
    writes: ['update'],
    fences: ['row lock'],
    why: 'Decides by the row that it has locked. The new version fences off attempts and callers that have read it before.',
  },
  // What no rule of a purchase reads.
  'src/intents/store/labels.ts SET_LABELS': {
    writes: ['update'],
    fences: [],
    why: 'Writes labels alone: the last one wins. Without a new version, so that an attempt does not lose to it.',
  },
  'src/intents/store/person-store.ts MARK': {
    writes: ['update'],
    fences: ['row lock'],
    why: 'Writes a mark alone, and keeps an earlier one.',
  },
  'src/intents/store/redact-intents.ts statementFor': {
    writes: ['update'],
    with: ['READY'],
    fences: ['row lock', 'status'],
    why: 'Overwrites the texts of intents that have ended and that neither tracking nor a look-up wants. A change that was decided by the old texts meets a new version.',
  },
  'src/personal-data/store/recipient-rows.ts statementsOn': {
    writes: ['update'],
    fences: ['row lock', 'same values'],
    why: 'Writes the same recipient under another key, only over the one that was read.',
  },
  'src/archive/store/archive-by-age.ts ARCHIVE': {
    writes: ['update'],
    fences: ['row lock', 'status'],
    why: 'Marks intents that have ended. A change that was decided before meets a new version, and is decided again.',
  },
  // Moves to the archive and back, as functions of the database.
  'prisma/functions.sql copy_archived_after': {
    writes: ['update'],
    fences: ['row lock', 'state of the move'],
    why: 'Writes the state of the move alone. The copy is of the locked row.',
  },
  'prisma/functions.sql finish_archived_intents': {
    writes: ['update', 'update', 'update', 'delete'],
    fences: ['row lock', 'state of the move'],
    why: 'Removes a locked row only if it is as it was copied, in every column, with as many events and no look-up. Any later change makes it differ, and the copy goes instead.',
  },
  'prisma/functions.sql bring_back_intent': {
    writes: ['update', 'insert'],
    fences: ['row lock', 'state of the move'],
    why: 'Inserts the copy of an intent that has no row, from the locked copy, which is the newest state while the intent lies there.',
  },
};
