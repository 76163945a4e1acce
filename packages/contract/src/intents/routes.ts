import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { failures, success } from '../signed/envelope.ts';
import { IntentId, NoQuery } from '../fields.ts';
import { signed } from '../signed/metadata.ts';
import { LIMITS, RATE_WEIGHTS } from '../limits.ts';
import { ROUTES } from '../signed/route-table.ts';
import { CreateIntentsBody } from './batch-schemas.ts';
import { BatchResult, CreatedIntent } from './created-schemas.ts';
import { SetLabelsBody } from './labels.ts';
import { describeAction } from './lifecycle.ts';
import { describeExport, ExportIntentsQuery, NDJSON_TYPE } from './export-query.ts';
import { ListIntentsQuery } from './list-query.ts';
import {
  CancelledIntent,
  CreateIntentBody,
  Intent,
  IntentEvents,
  IntentPage,
  UpdateIntentBody,
} from './schemas.ts';

const c = initContract();
const IdParams = z.object({ id: IntentId });
const ifMatch = { 'if-match': z.string().optional() };

const FOUND = ['INTENT_NOT_FOUND', 'NOT_OWNER'] as const;
const WRITE_OR_DRAFT = ['intents:write', 'intents:draft'] as const;
const DRAFTS_ALONE = 'With `intents:draft` and without `intents:write`, for drafts alone (else 40302).';
const metadata = {
  create: signed(WRITE_OR_DRAFT, 'create', 'json', [
    'MEDIA_TYPE_UNSUPPORTED',
    'IDEMPOTENCY_KEY_REUSED',
    'SIGNATURE_REUSED',
  ]),
  batch: signed('intents:write', 'create', 'json', ['MEDIA_TYPE_UNSUPPORTED', 'BATCH_PARTIAL']),
  export: signed('intents:read', 'read', 'none', []),
  list: signed('intents:read', 'read', 'none', ['LIST_TOO_COSTLY']),
  get: signed('intents:read', 'read', 'none', FOUND),
  events: signed('intents:read', 'read', 'none', FOUND),
  update: signed(WRITE_OR_DRAFT, 'write', 'json', [
    ...FOUND,
    'MEDIA_TYPE_UNSUPPORTED',
    'UPDATE_REFUSED',
    'VERSION_CONFLICT',
  ]),
  setLabels: signed('intents:write', 'write', 'json', [...FOUND, 'MEDIA_TYPE_UNSUPPORTED']),
  cancel: signed('intents:write', 'write', 'none', [
    ...FOUND,
    'CANCEL_REFUSED',
    'CANCEL_FAILED',
    'CANCEL_UNDECIDED',
    'VERSION_CONFLICT',
  ]),
  submit: signed('intents:write', 'write', 'none', [...FOUND, 'SUBMIT_REFUSED', 'VERSION_CONFLICT']),
  delete: signed(WRITE_OR_DRAFT, 'write', 'none', [...FOUND, 'DELETE_REFUSED', 'VERSION_CONFLICT']),
  archive: signed('intents:write', 'write', 'none', [...FOUND, 'ARCHIVE_REFUSED', 'VERSION_CONFLICT']),
  unarchive: signed('intents:write', 'write', 'none', [...FOUND, 'VERSION_CONFLICT']),
};

export const intentRoutes = c.router({
  /** Accepts a purchase intent. */
  createIntent: {
    ...ROUTES.createIntent,
    summary: 'Create an intent',
    description: `Checks the product page and accepts the purchase. With \`Idempotency-Key\`, a repeated call with the same body gets the first answer again. One signature creates one intent, whatever key is sent with it. ${DRAFTS_ALONE}`,
    query: NoQuery,
    headers: { 'idempotency-key': z.string().optional() },
    body: CreateIntentBody,
    responses: { 201: success('CreatedIntent', CreatedIntent), ...failures(...metadata.create.errors) },
    metadata: metadata.create,
  },
  /** Accepts up to 100 purchase intents, each by itself. */
  createIntents: {
    ...ROUTES.createIntents,
    summary: 'Create many intents',
    description: `Accepts 1 to ${LIMITS.batchItems} purchases, each as a create of its own: one that fails leaves the others as they are, and the answer is then 207 with code 20701. Keys are in the items (\`idempotencyKey\`), where they are signed; the header \`Idempotency-Key\` is refused. The same call again creates what is missing and replays the rest. Counts once in the \`create\` limit for each ${RATE_WEIGHTS.createIntents.entries} items; without room for all of them nothing is executed.`,
    query: NoQuery,
    body: CreateIntentsBody,
    responses: { 201: success('BatchResult', BatchResult), ...failures(...metadata.batch.errors) },
    metadata: metadata.batch,
  },
  /** Pages through the intents of the calling App. */
  listIntents: {
    ...ROUTES.listIntents,
    summary: 'List intents',
    description: 'The intents of the calling App, newest first unless asked otherwise.',
    query: ListIntentsQuery,
    responses: { 200: success('IntentPage', IntentPage), ...failures(...metadata.list.errors) },
    metadata: metadata.list,
  },
  /** Streams all intents of the calling App. */
  exportIntents: {
    ...ROUTES.exportIntents,
    summary: 'Export intents',
    description: describeExport('All intents of the calling App', 'an App'),
    query: ExportIntentsQuery,
    responses: {
      200: c.otherResponse({ contentType: NDJSON_TYPE, body: z.string() }),
      ...failures(...metadata.export.errors),
    },
    metadata: metadata.export,
  },
  /** Reads one intent. */
  getIntent: {
    ...ROUTES.getIntent,
    summary: 'Read an intent',
    description: 'The whole intent. Fields that depend on a condition are absent until it holds.',
    pathParams: IdParams,
    query: NoQuery,
    responses: { 200: success('Intent', Intent), ...failures(...metadata.get.errors) },
    metadata: metadata.get,
  },
  /** Changes delivery details or the quantity. */
  updateIntent: {
    ...ROUTES.updateIntent,
    summary: 'Update an intent',
    description: `Only the fields sent change; the total follows the quantity. ${describeAction('update')} ${DRAFTS_ALONE}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    body: UpdateIntentBody,
    responses: { 200: success('Intent', Intent), ...failures(...metadata.update.errors) },
    metadata: metadata.update,
  },
  /** Replaces all labels. */
  setIntentLabels: {
    ...ROUTES.setIntentLabels,
    summary: "Replace an intent's labels",
    description:
      'Replaces all labels, whatever the status; `{}` removes them. No part of the purchase changes: neither `version` nor `updatedAt` counts it, no event tells of it, and of two calls the later one stands.',
    pathParams: IdParams,
    query: NoQuery,
    body: SetLabelsBody,
    responses: { 200: success('Intent', Intent), ...failures(...metadata.setLabels.errors) },
    metadata: metadata.setLabels,
  },
  /** Withdraws an intent that the platform has not shipped. */
  cancelIntent: {
    ...ROUTES.cancelIntent,
    summary: 'Cancel an intent',
    description: `Irreversible. At once and free while SUBMITTED; while PROCESSING the platform decides and may charge a fee. ${describeAction('cancel')}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    body: c.noBody(),
    responses: { 200: success('CancelledIntent', CancelledIntent), ...failures(...metadata.cancel.errors) },
    metadata: metadata.cancel,
  },
  /** Turns a draft into a purchase. */
  submitIntent: {
    ...ROUTES.submitIntent,
    summary: 'Submit a draft',
    description: `Checks the product page and accepts the purchase. ${describeAction('submit')}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    body: c.noBody(),
    responses: { 200: success('Intent', Intent), ...failures(...metadata.submit.errors) },
    metadata: metadata.submit,
  },
  /** Removes the record for good; a platform order stays. */
  deleteIntent: {
    ...ROUTES.deleteIntent,
    summary: 'Delete an intent',
    description: `Removes the record for good and leaves a platform order as it is. ${describeAction('delete')} ${DRAFTS_ALONE}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    responses: { 200: success('Deleted', z.null()), ...failures(...metadata.delete.errors) },
    metadata: metadata.delete,
  },
  /** Takes an intent that has ended off the list. */
  archiveIntent: {
    ...ROUTES.archiveIntent,
    summary: 'Archive an intent',
    description: `Takes an intent that has ended off the list, which then has it with \`archived=true\` or \`any\` alone. Everything else works as before, and its status and \`updatedAt\` stay. An archived intent stays as it is. ${describeAction('archive')}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    body: c.noBody(),
    responses: { 200: success('Intent', Intent), ...failures(...metadata.archive.errors) },
    metadata: metadata.archive,
  },
  /** Puts an archived intent on the list again. */
  unarchiveIntent: {
    ...ROUTES.unarchiveIntent,
    summary: 'Unarchive an intent',
    description: `Puts an archived intent on the list again. One that is not archived stays as it is. ${describeAction('unarchive')}`,
    pathParams: IdParams,
    query: NoQuery,
    headers: ifMatch,
    body: c.noBody(),
    responses: { 200: success('Intent', Intent), ...failures(...metadata.unarchive.errors) },
    metadata: metadata.unarchive,
  },
  /** The timeline of one intent. */
  listIntentEvents: {
    ...ROUTES.listIntentEvents,
    summary: "Read an intent's timeline",
    description: `Every status change and attempt, oldest first; the newest ${LIMITS.eventsShown.toLocaleString('en')} when there are more.`,
    pathParams: IdParams,
    query: NoQuery,
    responses: { 200: success('IntentEvents', IntentEvents), ...failures(...metadata.events.errors) },
    metadata: metadata.events,
  },
});
