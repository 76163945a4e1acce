import {
  ERRORS,
  INTENT_ACTIONS,
  INTENT_STATUSES,
  Intent,
  type IntentAction,
  type IntentStatus,
  isAllowed,
  LIFECYCLE,
  type LifecycleRule,
  type OperationId,
  ROUTES,
} from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn, orderedIntent } from '../support/intent-factory.ts';
import { storedIntent } from '../support/stored-intent.ts';
import { clock, service, useService } from '../support/use-service.ts';

type CallerAction = {
  [A in IntentAction]: (typeof LIFECYCLE)[A]['by'] extends 'caller' ? A : never;
}[IntentAction];

// Nothing that is SUBMITTED here becomes due, so the worker only carries out cancellations.
const GRACE_MS = 86_400_000;
useService({ isWorking: true, graceMs: GRACE_MS });

const CALLER_ACTIONS = INTENT_ACTIONS.filter(
  (action): action is CallerAction => LIFECYCLE[action].by === 'caller',
);
const ruleOf = (action: CallerAction): LifecycleRule => LIFECYCLE[action];
const CHANGES = { remarks: '放在门口' };

const CELLS = CALLER_ACTIONS.flatMap((action) =>
  INTENT_STATUSES.map((status) => {
    const { to, refusal } = ruleOf(action);
    return { action, status, target: to ?? status, refusal };
  }),
);
const ALLOWED = CELLS.filter(({ action, status }) => isAllowed(action, status));
const REFUSED = CELLS.filter(({ action, status }) => !isAllowed(action, status));
// What is taken out of the archive was put there before: `archive.test.ts` of the store.
const CHANGING = ALLOWED.filter(({ action, target }) => target !== 'removed' && action !== 'unarchive');
const REMOVED = ALLOWED.filter(({ target }) => target === 'removed');

function act(action: CallerAction, id: string, headers: Record<string, string> = {}) {
  const { method, path } = ROUTES[`${action}Intent`];
  return service.call(method, path.replace(':id', id), {
    ...(action === 'update' && { body: CHANGES }),
    headers,
  });
}

function read(id: string) {
  return service.call('GET', ROUTES.getIntent.path.replace(':id', id));
}

const stateOf = (id: string) => storedIntent(service.database, id);

/** The row without what only the worker side looks at. */
function visible(row: Awaited<ReturnType<typeof stateOf>>['row']) {
  if (!row) throw new Error('the intent is gone');
  const { nextAttemptAt: _d, attempt: _a, cancelRequestedAt: _r, cancellationFeeFen: _f, ...rest } = row;
  return rest;
}

describe('every action from every status', () => {
  it.each(CHANGING)('$action of $status leaves $target (I4, I6, I15)', async ({ action, status, target }) => {
    const id = await intentIn(service, status);
    const before = await stateOf(id);
    clock.advance(1000);
    const answer = await act(action, id);
    expectSuccess(answer, `${action}Intent`);
    const after = await stateOf(id);
    const { stamp } = ruleOf(action);
    const updatedAt = action === 'archive' ? before.row?.updatedAt : clock.now();
    expect(visible(after.row)).toEqual({
      ...visible(before.row),
      ...(action === 'archive' && { archivedAt: clock.now() }),
      ...(action === 'update' && CHANGES),
      status: target,
      version: (before.row?.version ?? 0) + 1,
      updatedAt,
      ...(stamp && { [stamp]: clock.now() }),
    });
    expect(answer.body.data).toMatchObject({ id, status: target, updatedAt: updatedAt?.toISOString() });
    expect(answer.headers.get('etag')).toBe(`"${after.row?.version}"`);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
    const move = target === status ? { from: null, to: null } : { from: status, to: target };
    expect(after.events.at(-1)).toMatchObject({ ...move, at: clock.now() });
  });

  it.each(REMOVED)(
    '$action of $status removes the record and ends its timeline (E8, EV5)',
    async ({ action, status }) => {
      const id = await intentIn(service, status);
      const answer = await act(action, id);
      expectSuccess(answer, `${action}Intent`);
      expect(answer.body.data).toBeNull();
      const { row, events } = await stateOf(id);
      expect(row).toBeNull();
      expect(events.at(-1)).toMatchObject({ type: 'intent.deleted', status });
      expectError(await service.call('GET', `/api/v1/intents/${id}/events`), 'INTENT_NOT_FOUND');
      expectError(await read(id), 'INTENT_NOT_FOUND');
    },
  );

  it.each(REFUSED)('$action of $status is $refusal and changes nothing (E4, I16)', async (cell) => {
    const { action, status, refusal } = cell;
    if (refusal === null) throw new Error('a caller is refused by name');
    const id = await intentIn(service, status);
    const before = await stateOf(id);
    clock.advance(1000);
    const answer = await act(action, id);
    expectError(answer, refusal);
    expect(answer.body.data.currentStatus).toBe(status);
    const isListed = 'allowedStatuses' in ERRORS[refusal].example;
    expect(answer.body.data.allowedStatuses).toEqual(isListed ? ruleOf(action).from : undefined);
    expect(await stateOf(id)).toEqual(before);
  });
});

describe('every read from every status', () => {
  const CONDITIONAL: Record<IntentStatus, string[]> = {
    DRAFT: [],
    SUBMITTED: ['submittedAt'],
    PROCESSING: ['submittedAt'],
    COMPLETED: ['amountPaid', 'completedAt', 'orderId', 'submittedAt'],
    FAILED: ['failureCode', 'failureReason', 'submittedAt'],
    CANCELLED: ['cancelledAt', 'submittedAt'],
  };
  const OPTIONAL = Object.entries(Intent.shape).flatMap(([field, schema]) =>
    schema.safeParse(undefined).success ? [field] : [],
  );

  it.each(INTENT_STATUSES)(
    'get of %s has the conditional fields that hold, no others (I14)',
    async (status) => {
      const id = await intentIn(service, status);
      const before = await stateOf(id);
      const answer = await read(id);
      expectSuccess(answer, 'getIntent');
      expect(answer.body.data.status).toBe(status);
      const present = OPTIONAL.filter((field) => field in answer.body.data).sort();
      expect(present).toEqual(CONDITIONAL[status]);
      expect(Object.values(answer.body.data)).not.toContain(null);
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it.each(INTENT_STATUSES)('events of %s are the timeline, oldest first (I18)', async (status) => {
    const id = await intentIn(service, status);
    if (isAllowed('update', status)) await act('update', id);
    const before = await stateOf(id);
    const answer = await service.call('GET', ROUTES.listIntentEvents.path.replace(':id', id));
    expectSuccess(answer, 'listIntentEvents');
    expect(answer.body.data.items.map(({ type }: { type: string }) => type)).toEqual(
      before.events.map(({ type }) => type),
    );
    expect(await stateOf(id)).toEqual(before);
  });
});

describe("another App's intent", () => {
  const OPERATIONS = (Object.keys(ROUTES) as OperationId[]).filter((it) =>
    ROUTES[it].path.startsWith(`${ROUTES.listIntents.path}/:id`),
  );

  it.each(OPERATIONS)('%s is 40301 and changes nothing (E12)', async (operation) => {
    const id = await intentIn(service, 'DRAFT');
    const before = await stateOf(id);
    const { method, path } = ROUTES[operation];
    const answer = await service.call(method, path.replace(':id', id), {
      ...(operation === 'updateIntent' && { body: CHANGES }),
      ...(operation === 'setIntentLabels' && { body: { labels: { batch: 'x' } } }),
      signer: await service.addApp(),
    });
    expectError(answer, 'NOT_OWNER');
    expect(await stateOf(id)).toEqual(before);
  });
});

describe('If-Match', () => {
  it.each(ALLOWED)(
    '$action of $status with a stale version is 40902 and changes nothing (I7, E6)',
    async (cell) => {
      const id = await intentIn(service, cell.status);
      const before = await stateOf(id);
      const answer = await act(cell.action, id, { 'If-Match': '"7"' });
      expectError(answer, 'VERSION_CONFLICT');
      expect(answer.body.data).toEqual({ currentVersion: before.row?.version });
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it.each(ALLOWED)('$action of $status with the current version goes through (I7)', async (cell) => {
    const id = await intentIn(service, cell.status);
    const etag = (await read(id)).headers.get('etag') ?? '';
    expectSuccess(await act(cell.action, id, { 'If-Match': etag }), `${cell.action}Intent`);
  });
});

describe('a race of callers', () => {
  const MOVES = CALLER_ACTIONS.filter((action) => ruleOf(action).to !== null);

  it.each(MOVES)('lets exactly one %s through', async (action) => {
    const [status = 'DRAFT'] = ruleOf(action).from;
    const id = await intentIn(service, status);
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(action, id)));
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1);
    const refusal = ruleOf(action).to === 'removed' ? 'INTENT_NOT_FOUND' : ruleOf(action).refusal;
    if (refusal === null) throw new Error('a caller is refused by name');
    for (const answer of answers.filter(({ status }) => status >= 300)) expectError(answer, refusal);
    const changes = (await stateOf(id)).events.filter(({ from }) => from === status);
    expect(changes).toHaveLength(ruleOf(action).to === 'removed' ? 0 : 1);
  });

  it('keeps updates of different fields, each with its version (I7)', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const changes = [
      { quantity: 7 },
      { recipientName: '李四' },
      { address: '上海市人民路 1 号' },
      { remarks: '急' },
    ];
    const path = ROUTES.updateIntent.path.replace(':id', id);
    const answers = await Promise.all(changes.map((body) => service.call('PUT', path, { body })));
    expect(answers.map(({ body }) => body.data.version).sort()).toEqual([2, 3, 4, 5]);
    expect((await read(id)).body.data).toMatchObject({ ...Object.assign({}, ...changes), totalAmount: 1393 });
  });
});

async function platformOrder(orderId: string) {
  const result = await service.context.platforms.get('PLATFORM_A')?.getOrder(orderId, { timeoutMs: 2000 });
  return result?.ok === true ? result.order : result;
}

describe('beyond the table', () => {
  it('a delete leaves the platform order as it is', async () => {
    const { id, orderId } = await orderedIntent(service, 'slow');
    await service.database.intent.update({ where: { id }, data: { status: 'FAILED' } });
    expectSuccess(await act('delete', id), 'deleteIntent');
    expect(await platformOrder(orderId)).toMatchObject({ status: 'ACCEPTED' });
  });

  it('a draft is not looked up until it is submitted, and then its page decides (I3, I4)', async () => {
    const body = intentBody(service, 'missing', { draft: true });
    const created = await service.call('POST', ROUTES.createIntent.path, { body });
    expectSuccess(created, 'createIntent');
    const { id } = created.body.data;
    const before = await stateOf(id);
    const answer = await act('submit', id);
    expectError(answer, 'VALIDATION_FAILED');
    expect(answer.body.data.errors).toMatchObject([{ field: 'productUrl' }]);
    expect(await stateOf(id)).toEqual(before);
  });

  it('a status in an update is refused (I5, E5)', async () => {
    const id = await intentIn(service, 'DRAFT');
    const answer = await service.call('PUT', ROUTES.updateIntent.path.replace(':id', id), {
      body: { status: 'SUBMITTED' },
    });
    expectError(answer, 'VALIDATION_FAILED');
    expect(answer.body.data.errors).toMatchObject([{ field: 'status' }]);
    expect((await stateOf(id)).row?.status).toBe('DRAFT');
  });
});
