import { INTENT_ID_PATTERN, type Language } from '@procurement-intents/contract';
import { listDigest, planCompanyPage, presentCompanyPage, resolveAliases } from '@procurement-intents/domain';
import { type Holder, found } from '@procurement-intents/domain/bearer';
import {
  checkCovers,
  deciderOfIntents,
  type IntentRights,
  intentRightsOf,
  type PersonRights,
} from '@procurement-intents/domain/company';
import type { ChangeTarget } from '../changes/change-target.ts';
import type { ListCaller } from '../fair-share/caller-shares.ts';
import { hashText } from '../hash-text.ts';
import type { IntentEventRow, IntentRow } from '../intent-rows/intent-row.ts';
import { archiveIntent, unarchiveIntent } from '../intents/archive-intent.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { type Target, withWrites } from '../intents/change-intent.ts';
import { deleteIntent } from '../intents/delete-intent.ts';
import type {
  ChangeContext,
  CompanyListStore,
  IntentsContext,
  IntentWrite,
  IntentWrites,
  RecordedIntents,
} from '../intents/intents-context.ts';
import { listIntentEvents } from '../intents/list-intent-events.ts';
import { submitIntent } from '../intents/submit-intent.ts';
import { holdCover } from './store/hold-cover.ts';

/** The dependencies of the verbs of the company on the intents of all Apps. */
export interface CompanyIntentsContext {
  /** The verbs of the Apps; their rules are the same here. */
  intents: IntentsContext;
  /** By the connections of the company's side. */
  lists: CompanyListStore;
  recorded: RecordedIntents;
  /** What a user may do now; null for nobody and for a disabled user. */
  rightsOfPerson: (userId: string) => Promise<PersonRights | null>;
}

/** Who calls, and for whom the call waits. */
export interface CompanyCaller extends ListCaller {
  holder: Holder;
  language: Language;
  readonly signal: AbortSignal;
}

/**
 * What of the intents the caller may see and submit now.
 *
 * @throws BearerError `forbidden` when that is nothing.
 */
async function rightsOf({ rightsOfPerson }: CompanyIntentsContext, holder: Holder): Promise<IntentRights> {
  const decider = deciderOfIntents(holder);
  return intentRightsOf(holder, decider === null ? null : await rightsOfPerson(decider));
}

/** Reads intents, and refuses those that the rights do not cover, each time that one is read. */
function covered({ intents }: IntentsContext, rights: IntentRights) {
  return async (id: string): Promise<IntentRow | null> => {
    const row = INTENT_ID_PATTERN.test(id) ? await intents.find(id) : null;
    if (row) checkCovers(rights, row);
    return row;
  };
}

/** @throws BearerError `not_found`; `forbidden` when the approval limit does not cover the total. */
export async function loadCompanyIntent(
  context: CompanyIntentsContext,
  id: string,
  { holder }: CompanyCaller,
): Promise<IntentRow> {
  const rights = await rightsOf(context, holder);
  return found(await covered(context.intents, rights)(id));
}

/** The timeline, oldest event first. @throws as {@link loadCompanyIntent}. */
export async function listCompanyIntentEvents(
  context: CompanyIntentsContext,
  id: string,
  caller: CompanyCaller,
): Promise<IntentEventRow[]> {
  const { appId } = await loadCompanyIntent(context, id, caller);
  const { intents } = context.intents;
  return listIntentEvents({ intents, lists: context.lists }, appId, id, caller);
}

/**
 * One page of the intents of all Apps, with the exact number of matches; with a cursor, both as of the first page.
 *
 * @throws ValidationError as `listIntents`; ApiError `LIST_TOO_COSTLY`; BearerError `forbidden`.
 */
export async function listCompanyIntents(
  context: CompanyIntentsContext,
  input: Readonly<Record<string, string | undefined>>,
  { holder, language }: CompanyCaller,
) {
  const rights = await rightsOf(context, holder);
  const limitFen = rights.kind === 'all' ? null : rights.totalFen;
  const query = resolveAliases(input);
  const digest = await listDigest(`company ${limitFen ?? ''}`, query, hashText);
  const plan = planCompanyPage(query, digest, limitFen);
  const { rows, total } = await context.lists.read(plan.request);
  return presentCompanyPage(plan, rows, { total, language });
}

/** What the company may change of an intent, and by which statements. */
interface CompanyChange<Write extends IntentWrite> {
  rights: IntentRights;
  /** The statements of the verb, each with what the record calls it. */
  writes: (as: ReturnType<RecordedIntents>) => Pick<IntentWrites, Write>;
  /** Who has to have the rights until the change is written. Default: nobody. */
  holder?: Holder;
}

/** What a verb of the Apps works with when the company calls it. */
interface CompanyCall<Write extends IntentWrite> {
  context: ChangeContext<Write>;
  target: Target;
}

/** The verb's own checks and writes, each write with its record, and each read held to the caller's rights. */
async function callFor<Write extends IntentWrite>(
  context: CompanyIntentsContext,
  { id, ifMatch, actor }: ChangeTarget,
  { rights, writes, holder }: CompanyChange<Write>,
): Promise<CompanyCall<Write>> {
  const { intents } = context;
  const read = covered(intents, rights);
  let last = found(await read(id));
  const find = async (each: string): Promise<IntentRow | null> => {
    const row = await read(each);
    if (row) last = row;
    return row;
  };
  const by = {
    actor,
    at: intents.clock.now(),
    ...(holder?.isPerson && { hold: holdCover(holder, () => last) }),
  };
  const as = context.recorded(by, { id, before: () => ({ status: last.status }) });
  return {
    context: withWrites(intents, writes(as), find),
    target: { appId: last.appId, id, access: 'all', ifMatch },
  };
}

/** Submits a draft, as its App would. @throws as `submitIntent` and {@link loadCompanyIntent}. */
export async function submitCompanyIntent(
  company: CompanyIntentsContext,
  target: ChangeTarget,
  { holder, signal }: CompanyCaller,
): Promise<IntentRow> {
  const call = await callFor(company, target, {
    rights: await rightsOf(company, holder),
    holder,
    writes: (as) => as('intent.submitted'),
  });
  return submitIntent(call.context, call.target, signal);
}

const ALL: IntentRights = { kind: 'all' };

/** Cancels an intent, as its App would. @throws as `cancelIntent`; BearerError `not_found`. */
export async function cancelCompanyIntent(
  company: CompanyIntentsContext,
  target: ChangeTarget,
  { signal }: Pick<CompanyCaller, 'signal'>,
): Promise<IntentRow> {
  const call = await callFor(company, target, {
    rights: ALL,
    writes: (as) => ({
      end: as('intent.cancelled').end,
      requestCancel: as('intent.cancel_requested').requestCancel,
    }),
  });
  return cancelIntent(call.context, call.target, signal);
}

/** Archives an intent, as its App would. @throws as `archiveIntent`; BearerError `not_found`. */
export async function archiveCompanyIntent(
  company: CompanyIntentsContext,
  target: ChangeTarget,
): Promise<IntentRow> {
  const call = await callFor(company, target, { rights: ALL, writes: (as) => as('intent.archived') });
  return archiveIntent(call.context, call.target);
}

/** Takes an intent out of the archive, as its App would. @throws as `unarchiveIntent`; BearerError `not_found`. */
export async function unarchiveCompanyIntent(
  company: CompanyIntentsContext,
  target: ChangeTarget,
): Promise<IntentRow> {
  const call = await callFor(company, target, { rights: ALL, writes: (as) => as('intent.unarchived') });
  return unarchiveIntent(call.context, call.target);
}

/** Deletes an intent, as its App would. @throws as `deleteIntent`; BearerError `not_found`. */
export async function deleteCompanyIntent(
  company: CompanyIntentsContext,
  target: ChangeTarget,
): Promise<void> {
  const call = await callFor(company, target, {
    rights: ALL,
    writes: (as) => as('intent.deleted'),
  });
  return deleteIntent(call.context, call.target);
}
