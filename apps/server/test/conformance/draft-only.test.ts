import { randomUUID } from 'node:crypto';
import {
  contract,
  ERRORS,
  INTENT_STATUSES,
  type IntentStatus,
  type OperationId,
  type Permission,
  ROUTES,
  signedPartOf,
} from '@procurement-intents/contract';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OPERATOR } from '../../src/audit/record-change.ts';
import { updateApp } from '../../src/client-apps/manage-apps.ts';
import { merchantOrderNosOf } from '../../src/intent-rows/merchant-order-no.ts';
import { addPerson, callBearer } from '../support/bearer.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import type { CallOptions, Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

// A worker orders at once what is submitted.
useService({ isWorking: true, graceMs: 0 });

const DRAFTER = ['intents:read', 'intents:draft'] as const satisfies readonly Permission[];
const CHANGES = { remarks: '放在门口' };
const INTENTS = ROUTES.createIntent.path;
let drafter: Signer;
let admin: string;
/** What a person has submitted, or an App that may buy. */
const bought = new Set<string>();
beforeAll(async () => {
  drafter = await service.addApp({ permissions: DRAFTER });
  admin = (await addPerson(service, ['admin'])).token;
});

const SIGNED = (Object.keys(contract) as OperationId[]).flatMap((operation) => {
  const signed = signedPartOf(contract[operation].metadata);
  return signed ? [{ operation, needed: signed.permissions, path: contract[operation].path }] : [];
});
const ON_INTENTS = SIGNED.filter(({ path }) => path.includes(':id')).flatMap((row) =>
  INTENT_STATUSES.map((status) => ({ ...row, status })),
);
const ON_NONE = SIGNED.filter(({ path }) => !path.includes(':id'));

const ordersAtShop = async (): Promise<{ merchantOrderNo: string }[]> =>
  ((await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as { orders: [] }).orders;
const stored = (id: string) => service.database.intent.findUnique({ where: { id } });
const storedOfApp = ({ appId }: Signer) => service.database.intent.findMany({ where: { appId } });

/** An intent of the App that drafts, in the given status. */
async function ownIntent(status: IntentStatus, { appId } = drafter): Promise<string> {
  const id = await intentIn(service, status);
  await service.database.intent.update({ where: { id }, data: { appId } });
  return id;
}

const callOn = (operation: OperationId, id: string, options: CallOptions = {}) => {
  const { method, path } = ROUTES[operation];
  const body = operation === 'updateIntent' ? { body: CHANGES } : {};
  return service.call(method, path.replace(':id', id), { signer: drafter, ...body, ...options });
};
const create = (changes: Record<string, unknown>, options: CallOptions = {}) =>
  service.call('POST', INTENTS, {
    signer: drafter,
    body: intentBody(service, 'ordinary', changes),
    ...options,
  });
/** As a person submits it who has seen this version. */
async function submitAsPerson(id: string, version: number) {
  const headers = { 'If-Match': `"${version}"` };
  const path = `/v1/intents/${id}/submit`;
  const answer = await callBearer(service, 'POST', path, { credential: admin, headers });
  if (answer.status === 200) bought.add(id);
  return answer;
}

const isRead = (needed: readonly Permission[]): boolean => needed.includes('intents:read');
const isDraft = (needed: readonly Permission[]): boolean => needed.includes('intents:draft');

describe('an App with intents:read and intents:draft (MC3)', () => {
  it.each(ON_INTENTS)('$operation of $status does what a draft allows', async (row) => {
    const { operation, needed, status } = row;
    const id = await ownIntent(status);
    const before = await stored(id);
    const answer = await callOn(operation, id);
    if (isRead(needed)) expectSuccess(answer, operation);
    else if (isDraft(needed) && status === 'DRAFT') return expectSuccess(answer, operation);
    else expectError(answer, 'PERMISSION_MISSING');
    expect(await stored(id)).toEqual(before);
  });

  it.each(ON_NONE)('$operation makes at most a draft', async ({ operation, needed }) => {
    const known = new Set((await storedOfApp(drafter)).map(({ id }) => id));
    const { method, path } = ROUTES[operation];
    for (const changes of [{}, { draft: false }, { draft: true }]) {
      const hasBody = method === 'POST' || method === 'PUT';
      const body = hasBody ? { body: intentBody(service, 'ordinary', changes) } : {};
      const answer = await service.call(method, path, { signer: drafter, ...body });
      const isAllowed = isRead(needed) || (isDraft(needed) && 'draft' in changes && changes.draft);
      if (isAllowed) expectSuccess(answer, operation);
      else expectError(answer, 'PERMISSION_MISSING');
    }
    const added = (await storedOfApp(drafter)).filter(({ id }) => !known.has(id));
    expect(added.map(({ status }) => status)).toEqual(isDraft(needed) ? ['DRAFT'] : []);
  });

  it('is refused what is no draft before its version is compared', async () => {
    const id = await ownIntent('SUBMITTED');
    for (const operation of ['updateIntent', 'deleteIntent'] as const)
      expectError(await callOn(operation, id, { headers: { 'If-Match': '"99"' } }), 'PERMISSION_MISSING');
  });

  it('does not make the service fetch a page when it asks to buy', async () => {
    const shop = service.context.platforms.get('PLATFORM_A');
    if (!shop) throw new Error('there is no such platform');
    const pages = vi.spyOn(shop, 'fetchProductPage');
    onTestFinished(() => pages.mockRestore());
    expectError(await create({}), 'PERMISSION_MISSING');
    expect(pages).not.toHaveBeenCalled();
  });

  it.each(['updateIntent', 'deleteIntent'] as const)(
    '%s changes nothing when a person submits the draft after it was read',
    async (operation) => {
      const id = await ownIntent('DRAFT');
      const { intents } = service.context;
      const find = intents.find;
      const spy = vi.spyOn(intents, 'find').mockImplementationOnce(async (wanted) => {
        const row = await find(wanted);
        expect((await submitAsPerson(id, 1)).status).toBe(200);
        return row;
      });
      onTestFinished(() => spy.mockRestore());
      expectError(await callOn(operation, id), 'PERMISSION_MISSING');
      expect(await stored(id)).toMatchObject({ remarks: null });
    },
  );

  it('never changes what a person submits in the same moment', async () => {
    for (let round = 0; round < 30; round += 1) {
      clock.advance(1000);
      const operation = round % 2 === 0 ? 'updateIntent' : 'deleteIntent';
      const id = await ownIntent('DRAFT');
      const [changed, submitted] = await Promise.all([callOn(operation, id), submitAsPerson(id, 1)]);
      const { status, remarks } = (await stored(id)) ?? { status: 'none', remarks: null };
      const isSubmitted = submitted.status === 200;
      const left = operation === 'updateIntent' ? 'DRAFT' : 'none';
      expect(changed.body.code).toBe(isSubmitted ? ERRORS.PERMISSION_MISSING.code : 0);
      expect(isSubmitted ? remarks : null).toBeNull();
      expect(isSubmitted ? ['SUBMITTED', 'PROCESSING', 'COMPLETED'] : [left]).toContain(status);
    }
  });
});

describe('an App that could buy and may only draft now', () => {
  async function formerBuyer() {
    const signer = await service.addApp();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = intentBody(service);
    const first = await create({}, { signer, body, headers: key });
    expectSuccess(first, 'createIntent');
    bought.add(first.body.data.id);
    await updateApp(service.appsDeps, { id: signer.appId, actor: OPERATOR }, { permissions: DRAFTER });
    // Until every process has read the App again.
    clock.advance(5000);
    return { signer, key, body, first: first.body.data };
  }

  it('gets the answer of its purchase again, and makes none', async () => {
    const { signer, key, body, first } = await formerBuyer();
    const again = await create({}, { signer, body, headers: key });
    expectSuccess(again, 'createIntent');
    expect([again.headers.get('idempotency-replayed'), again.body.data]).toEqual(['true', first]);
    const other = { ...body, quantity: body.quantity + 1 };
    expectError(await create({}, { signer, body: other, headers: key }), 'IDEMPOTENCY_KEY_REUSED');
    // Signed again, as another purchase is.
    clock.advance(1);
    expectError(await create({}, { signer, body }), 'PERMISSION_MISSING');
    expect((await storedOfApp(signer)).map(({ id }) => id)).toEqual([first.id]);
  });

  it('does not buy again under a key whose intent is gone', async () => {
    const { signer, key, body, first } = await formerBuyer();
    await service.database.intent.delete({ where: { id: first.id } });
    expectError(await create({}, { signer, body, headers: key }), 'PERMISSION_MISSING');
    expect(await storedOfApp(signer)).toEqual([]);
  });
});

it('buys as ever with intents:write beside intents:draft', async () => {
  const signer = await service.addApp({ permissions: [...DRAFTER, 'intents:write'] });
  const { body } = await create({}, { signer });
  expect(body.data.status).toBe('SUBMITTED');
  bought.add(body.data.id);
  const id = await ownIntent('SUBMITTED', signer);
  expectSuccess(await callOn('updateIntent', id, { signer }), 'updateIntent');
  expectSuccess(await callOn('cancelIntent', id, { signer }), 'cancelIntent');
});

it('reaches no shop by any call, while what a person submits is ordered', async () => {
  const fresh = await service.addApp({ permissions: DRAFTER });
  for (const { operation, status } of ON_INTENTS) {
    clock.advance(1000);
    await callOn(operation, await ownIntent(status, fresh), { signer: fresh });
  }
  for (const changes of [{}, { draft: false }, { draft: true }]) await create(changes, { signer: fresh });
  clock.advance(1000);
  const id = await ownIntent('DRAFT', fresh);
  expect((await submitAsPerson(id, 1)).status).toBe(200);
  const isOrdered = async (): Promise<boolean> => (await ordersAtShop()).some((order) => isOf(id, order));
  await vi.waitUntil(isOrdered, 10_000);
  // Of all that this file has asked for.
  const orders = await ordersAtShop();
  expect(orders.filter((order) => ![...bought].some((each) => isOf(each, order)))).toEqual([]);
});

const isOf = (id: string, { merchantOrderNo }: { merchantOrderNo: string }): boolean =>
  merchantOrderNosOf({ id, merchantOrderNo: null }).includes(merchantOrderNo);
