import { type BearerContract, digitsOf, idOf, idPattern } from '@procurement-intents/contract/bearer';
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditDoer,
} from '@procurement-intents/contract/company';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type BearerAnswer, callBearer, PASSWORD } from '../support/bearer.ts';
import { intentIn } from '../support/intent-factory.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { BEARER_OPERATIONS, type BearerOperation, pathOf, routeOf, sampleBody } from './bearer-operations.ts';
import {
  addAdministrators,
  type Caller,
  CREATE_BODIES,
  isCreation,
  resourceFor,
  sessionFor,
} from './bearer-resources.ts';

let admin: Caller;

useService();
beforeAll(async () => {
  admin = await addAdministrators(service);
});

type Update = {
  [O in BearerOperation]: BearerContract[O] extends { method: 'PATCH' } ? O : never;
}[BearerOperation];

/** A body with which each update changes something. An update without a row here does not compile. */
const UPDATES: Record<Update, object> = {
  updateProfile: { displayName: '王五' },
  updateUser: { displayName: '王五' },
  updateOAuthClient: { name: 'Another ledger' },
  updateApp: { name: 'Another App' },
  updateAppWebhook: { description: 'Another receiver' },
  updateSupplier: { name: 'Another shop' },
  updateContract: { title: 'Another title' },
  updatePurchaseRequest: { title: 'Another title' },
};
const isUpdate = (operation: BearerOperation): operation is Update => operation in UPDATES;

/** What these ask for is no change. */
const CHANGES_NOTHING = new Set<BearerOperation>(['refreshOrder', 'checkAppSignature', 'testAppWebhook']);

const CHANGES = BEARER_OPERATIONS.filter(
  (operation) => routeOf(operation).method !== 'GET' && !CHANGES_NOTHING.has(operation),
);

/** What has to be done to a new resource before the operation changes it. */
const BEFORE: Partial<Record<BearerOperation, BearerOperation>> = {
  enableUser: 'disableUser',
  enableOAuthClient: 'disableOAuthClient',
  enableApp: 'disableApp',
  terminateContract: 'activateContract',
};

async function call(
  operation: BearerOperation,
  ids: readonly string[],
  requestId?: string,
): Promise<BearerAnswer> {
  const { method, metadata } = routeOf(operation);
  const credential =
    operation === 'logout' ? (await addPerson(service, [])).token : sessionFor(operation, admin);
  return callBearer(service, method, pathOf(operation, ids), {
    credential,
    ...(metadata.body === 'json' && { body: await bodyOf(operation) }),
    ...(requestId && { headers: { 'X-Request-Id': requestId } }),
  });
}

async function bodyOf(operation: BearerOperation): Promise<object> {
  if (operation === 'login') return { username: (await addPerson(service, [])).username, password: PASSWORD };
  if (isCreation(operation)) return CREATE_BODIES[operation](admin);
  return isUpdate(operation) ? UPDATES[operation] : sampleBody(operation);
}

/** The ids of a resource that the operation changes. */
async function resourceOf(operation: BearerOperation): Promise<string[]> {
  if (operation === 'cancelCompanyIntent') return [await intentIn(service, 'SUBMITTED')];
  if (operation === 'archiveCompanyIntent') return [await intentIn(service, 'CANCELLED')];
  if (operation === 'unarchiveCompanyIntent') return [await archivedIntent()];
  if (operation === 'cancelOrder') return [await orderInProcessing()];
  const ids = await resourceFor(operation, admin);
  const before = BEFORE[operation];
  if (before) await call(before, ids);
  return ids;
}

async function archivedIntent(): Promise<string> {
  const id = await intentIn(service, 'CANCELLED');
  await service.database.intent.update({ where: { id }, data: { archivedAt: clock.now() } });
  return id;
}

/** An order that a platform may still cancel. */
async function orderInProcessing(): Promise<string> {
  const id = await intentIn(service, 'PROCESSING');
  await service.database.intent.update({ where: { id }, data: { orderId: id, orderStatus: 'PLACED' } });
  return idOf('order', digitsOf('intent', id));
}

/** What a worker finds out once the cancellation of the order is asked for. */
async function cancelAtPlatform(orderId: string): Promise<void> {
  const id = idOf('intent', digitsOf('order', orderId));
  const where = { id, cancelRequestedAt: { not: null } };
  const data = { status: 'CANCELLED', cancelledAt: clock.now() } as const;
  await expect
    .poll(async () => (await service.database.intent.updateMany({ where, data })).count, { timeout: 10_000 })
    .toBe(1);
}

/** Who can make the change, by what the contract says of the operation. */
function doerOf(operation: BearerOperation): AuditDoer {
  const { metadata } = routeOf(operation);
  if (metadata.auth === 'none') return 'self';
  if (metadata.callers !== undefined) return 'approver';
  return metadata.scope ?? 'self';
}

const recorded = new Set<AuditAction>();

describe('the audit log', () => {
  it.each(CHANGES)('has what %s did, by a name that its table explains', async (operation) => {
    const ids = await resourceOf(operation);
    const requestId = `audit-${operation}`;
    const answer = call(operation, ids, requestId);
    if (operation === 'cancelOrder') await cancelAtPlatform(ids[0]!);
    expect((await answer).status).toBeLessThan(300);
    const events = await service.database.auditEvent.findMany({ where: { requestId } });
    expect(events).toHaveLength(1);
    const { action, subjectId } = events[0]!;
    expect(AUDIT_ACTION_NAMES).toContain(action);
    const { by, subject } = AUDIT_ACTIONS[action as AuditAction];
    expect(by).toContain(doerOf(operation));
    expect(subjectId).toMatch(idPattern(subject));
    recorded.add(action as AuditAction);
  });

  it('has a name for nothing that no operation, page or command does', () => {
    const byOperation = AUDIT_ACTION_NAMES.filter((name) =>
      AUDIT_ACTIONS[name].by.some((doer) => !['operator', 'service', 'self'].includes(doer)),
    );
    const elsewhere: AuditAction[] = [
      // By an update of the status: see app-webhooks.test.ts.
      'webhook.disabled',
      'webhook.enabled',
      // By a cancellation that a platform decides: see company-intents.test.ts.
      'intent.cancel_requested',
    ];
    expect(byOperation.filter((name) => !recorded.has(name))).toEqual(elsewhere);
    const byNone = AUDIT_ACTION_NAMES.filter((name) => !byOperation.includes(name) && !recorded.has(name));
    expect(byNone).toEqual([
      'user.password_changed',
      'user.requests_redacted',
      'consent.given',
      'app.secret_replaced',
      'app.secret_resealed',
      'app.user_redacted',
      'webhook.secret_resealed',
    ]);
  });
});
