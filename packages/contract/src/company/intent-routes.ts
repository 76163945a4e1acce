import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { IntentId, NoQuery } from '../fields.ts';
import { describeExport, NDJSON_TYPE } from '../intents/export-query.ts';
import { describeAction } from '../intents/lifecycle.ts';
import { IntentEvents } from '../intents/schemas.ts';
import { LIMITS } from '../limits.ts';
import { bearer } from '../bearer/metadata.ts';
import { ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import {
  CompanyIntent,
  CompanyIntentPage,
  ExportCompanyIntentsQuery,
  ListCompanyIntentsQuery,
} from './intent-schemas.ts';
import { COMPANY_INTENT_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const pathParams = z.object({ id: IntentId });

const admin = familyCalls('admin', 'admin');

// Beside the scope: the limit is the person's, and the total the intent's.
const callers = 'Only administrators, and persons whose approval limit covers the total.';
const approvers = familyCalls('read:purchase-requests', 'write:purchase-requests');
const forApprovers = {
  list: { ...approvers.metadata.list, callers },
  get: { ...approvers.metadata.get, callers },
  timeline: { ...approvers.metadata.get, callers, readsMany: true },
  act: { ...approvers.metadata.act, callers },
} as const;

// Each page waits for its turn, not the whole.
const exporting = { ...bearer('admin', 'none', []), hasCsv: true } as const;

/** The operations of the company on the intents of all Apps. */
export const companyIntentRoutes = c.router({
  /** Pages through the intents of all Apps. */
  listCompanyIntents: {
    ...ROUTES.listCompanyIntents,
    summary: 'List the intents of all Apps',
    description:
      'The intents of all Apps, newest first unless asked otherwise. With `read:purchase-requests` a person sees those whose total the approval limit covers; a program needs `admin`.',
    query: ListCompanyIntentsQuery,
    responses: { 200: CompanyIntentPage, ...approvers.failures.list },
    metadata: forApprovers.list,
  },
  /** Streams the intents of all Apps. */
  exportCompanyIntents: {
    ...ROUTES.exportCompanyIntents,
    summary: 'Export the intents of all Apps',
    description: `${describeExport('The intents of all Apps', 'a person, or a program without one,')} In CSV there is no last line: a connection that ends early tells of a cut.`,
    query: ExportCompanyIntentsQuery,
    responses: {
      200: c.otherResponse({ contentType: NDJSON_TYPE, body: z.string() }),
      ...admin.failures.list,
    },
    metadata: exporting,
  },
  /** Reads one intent. */
  getCompanyIntent: {
    ...ROUTES.getCompanyIntent,
    summary: 'Read an intent of any App',
    description:
      'The whole intent, its phone number masked. Fields that depend on a condition are absent until it holds.',
    pathParams,
    query: NoQuery,
    responses: { 200: CompanyIntent, ...approvers.failures.get },
    metadata: forApprovers.get,
  },
  /** The timeline of one intent. */
  getCompanyIntentEvents: {
    ...ROUTES.getCompanyIntentEvents,
    summary: "Read an intent's timeline for the company",
    description: `Every status change and attempt, oldest first; the newest ${LIMITS.eventsShown.toLocaleString('en')} when there are more.`,
    pathParams,
    query: NoQuery,
    responses: { 200: IntentEvents, ...approvers.failures.get },
    metadata: forApprovers.timeline,
  },
  /** Turns a draft of an App into a purchase. */
  submitCompanyIntent: {
    ...ROUTES.submitCompanyIntent,
    summary: 'Submit a draft of any App',
    description: `Checks the product page and accepts the purchase, which an agent or another program has drafted. With \`write:purchase-requests\` a person submits those whose total the approval limit covers; a program needs \`admin\`. Send \`If-Match\` with the version that was read: without it, a draft that changed since is bought as it is now. ${describeAction('submit')}`,
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: CompanyIntent, ...approvers.failures.act },
    metadata: forApprovers.act,
  },
  /** Withdraws an intent that the platform has not shipped. */
  cancelCompanyIntent: {
    ...ROUTES.cancelCompanyIntent,
    summary: 'Cancel an intent of any App',
    description: `Irreversible. At once and free while SUBMITTED; while PROCESSING the platform decides and may charge a fee: its refusal is \`conflict\` with \`reason\`, no answer within 20 s \`unavailable\`, and repeating the call is safe. ${describeAction('cancel')}`,
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: CompanyIntent, ...admin.failures.act },
    metadata: admin.metadata.act,
  },
  /** Removes the record for good; a platform order stays. */
  deleteCompanyIntent: {
    ...ROUTES.deleteCompanyIntent,
    summary: 'Delete an intent of any App',
    description: `Removes the record for good and leaves a platform order as it is. ${describeAction('delete')}`,
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...admin.failures.act },
    metadata: admin.metadata.act,
  },
  /** Takes an intent that has ended off the list. */
  archiveCompanyIntent: {
    ...ROUTES.archiveCompanyIntent,
    summary: 'Archive an intent of any App',
    description: `Takes an intent that has ended off the list, which then has it with \`archived=true\` or \`any\` alone. Its status and \`updatedAt\` stay; an archived intent stays as it is. ${describeAction('archive')}`,
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: CompanyIntent, ...admin.failures.act },
    metadata: admin.metadata.act,
  },
  /** Puts an archived intent on the list again. */
  unarchiveCompanyIntent: {
    ...ROUTES.unarchiveCompanyIntent,
    summary: 'Unarchive an intent of any App',
    description: `Puts an archived intent on the list again. One that is not archived stays as it is. ${describeAction('unarchive')}`,
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: CompanyIntent, ...admin.failures.act },
    metadata: admin.metadata.act,
  },
});
