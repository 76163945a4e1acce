import type { AuditActionOn } from '@procurement-intents/contract/company';
import type { RowsRequest } from '@procurement-intents/domain';
import type { PersonRights } from '@procurement-intents/domain/company';
import {
  type FoundReferences,
  presentRecordedRequest,
  type RequestChanges,
  type RequestContent,
  type StoredRequest,
} from '@procurement-intents/domain/procurement';
import {
  type AfterCommit,
  type By,
  type CreateKey,
  createOnce,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import { holdRights } from '../../user-rows/hold-rights.ts';
import type { Actor } from '../../audit/record-change.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';
import type { RecipientBox } from '../../personal-data/recipient-box.ts';
import { type ContractReader, readReferences } from './request-references.ts';
import { lockRequest, REQUEST_COLUMNS, type RequestColumn, REQUESTS, writeRequest } from './request-rows.ts';

export type RequestStore = ReturnType<typeof createRequestStore>;

/** What follows from the references of a request; throws to refuse. */
export type Resolve = (content: RequestContent, references: FoundReferences) => RequestChanges;

export interface RequestStoreParts {
  recipients: RecipientBox;
  contracts: ContractReader;
}

/** Adds requests, and changes what they ask for. */
function requestWrites(database: Database, { recipients, contracts }: RequestStoreParts) {
  return {
    /** Adds a request, once for each key. */
    async insert(
      given: StoredRequest,
      { key, actor, resolve }: { key: CreateKey | null; actor: Actor; resolve: Resolve },
    ): Promise<{ request: StoredRequest; isReplay: boolean }> {
      const { id, createdAt: at } = given;
      const made = await createOnce(database, { actor, at, key }, id, async (transaction) => {
        const references = await readReferences(transaction, given, contracts.hold);
        const request: StoredRequest = { ...given, ...resolve(given, references) };
        const data = { ...request, ...recipients.seal(id, request) };
        await transaction.purchaseRequest.create({ data, select: { id: true } });
        const after = presentRecordedRequest(request);
        const change = { action: 'purchase_request.created', subjectId: id, after } as const;
        return { result: { request, isReplay: false } as const, change };
      });
      if (!made.isReplay) return made;
      const where = { id: made.resourceId };
      const row = await database.purchaseRequest.findUniqueOrThrow({ where, select: REQUEST_COLUMNS });
      return { request: recipients.open(row), isReplay: true };
    },

    /**
     * Changes what a request asks for. `decide` gets the row that nobody else changes meanwhile, and may throw to refuse;
     * null changes nothing. The answer is null when there is no such request.
     */
    update(
      id: string,
      { actor, at }: By,
      { decide, resolve }: { decide: (request: StoredRequest) => RequestContent | null; resolve: Resolve },
    ): Promise<StoredRequest | null> {
      return write(database, { actor, at }, async (transaction) => {
        const before = await lockRequest(transaction, recipients, id);
        const content = before && decide(before);
        if (!before || !content) return unchanged(before);
        const references = await readReferences(transaction, content, contracts.hold);
        const changes = { ...content, ...resolve(content, references) };
        return writeRequest(transaction, recipients, before, {
          changes,
          at,
          action: 'purchase_request.updated',
        });
      });
    },
  };
}

/** Decides about requests. */
function requestDecisions(database: Database, { recipients, contracts }: RequestStoreParts) {
  return {
    /**
     * Decides about a request. `decide` gets the row that nobody else changes meanwhile, and what the decider may do now;
     * it may throw to refuse, and null changes nothing. The answer is null when there is no such request.
     */
    end(
      id: string,
      { actor, at, action }: By & { action: AuditActionOn<'purchaseRequest'> },
      decide: (request: StoredRequest, rights: PersonRights | null) => RequestChanges | null,
    ): Promise<StoredRequest | null> {
      return write(database, { actor, at }, async (transaction) => {
        const before = await lockRequest(transaction, recipients, id);
        const changes = before && decide(before, await holdRights(transaction, actor.userId));
        if (!before || !changes) return unchanged(before);
        return writeRequest(transaction, recipients, before, { changes, at, action });
      });
    },

    /**
     * Approves a request: request, reservation and intent stand or fall together. While a contract is locked no other
     * request is approved under it, so that the sums of what is reserved and spent are exact.
     *
     * @param approval - `decide` as for `end`, where false changes nothing; `resolve` refuses what goes beyond a ceiling;
     *   `buy` adds the intent and returns what the approval writes.
     */
    approve(
      id: string,
      { actor, at }: By,
      { decide, resolve, buy }: Approval,
    ): Promise<StoredRequest | null> {
      return write<StoredRequest | null>(database, { actor, at }, async (transaction, afterCommit) => {
        const before = await lockRequest(transaction, recipients, id);
        const isApproved = before && decide(before, await holdRights(transaction, actor.userId));
        if (!before || !isApproved) return unchanged(before);
        const references = await readReferences(transaction, before, contracts.lock);
        const resolved = resolve(before, references);
        const changes = { ...resolved, ...(await buy(transaction, afterCommit, before)) };
        const action = 'purchase_request.approved';
        return writeRequest(transaction, recipients, before, { changes, at, action });
      });
    },
  };
}

export function createRequestStore(database: Database, parts: RequestStoreParts) {
  const { recipients } = parts;
  return {
    async find(id: string): Promise<StoredRequest | null> {
      const row = await database.purchaseRequest.findUnique({ where: { id }, select: REQUEST_COLUMNS });
      return row && recipients.open(row);
    },

    ...requestWrites(database, parts),
    ...requestDecisions(database, parts),

    /** Reads a page of the requests. */
    list: async (request: RowsRequest<RequestColumn>): Promise<ListedRows<StoredRequest>> => {
      const source = { from: '"purchase_requests"', columns: REQUESTS };
      const { rows, total } = await listTable(database, source, request);
      return { rows: rows.map((row) => recipients.open(row)), total };
    },
  };
}

export interface Approval {
  decide: (request: StoredRequest, rights: PersonRights | null) => boolean;
  resolve: Resolve;
  buy: (
    transaction: Transaction,
    afterCommit: AfterCommit,
    request: StoredRequest,
  ) => Promise<RequestChanges>;
}
