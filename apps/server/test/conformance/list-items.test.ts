import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BearerAnswer, callBearer } from '../support/bearer.ts';
import { service, useService } from '../support/use-service.ts';
import { BEARER_OPERATIONS, type BearerOperation, pathOf, routeOf } from './bearer-operations.ts';
import { addAdministrators, type Caller, resourceFor } from './bearer-resources.ts';

let admin: Caller;

useService();
beforeAll(async () => {
  admin = await addAdministrators(service);
});

const operationOf = (method: string, path: string): BearerOperation | undefined =>
  BEARER_OPERATIONS.find((operation) => {
    const route = routeOf(operation);
    return route.method === method && route.path === path;
  });

interface Read {
  read: BearerOperation;
  /** Lists what `read` reads: its path has all ids but the last. */
  list: BearerOperation;
}

const READS: Read[] = BEARER_OPERATIONS.flatMap((read) => {
  const { method, path } = routeOf(read);
  const list = path.replace(/\/:\w+$/, '');
  const operation = method === 'GET' && list !== path ? operationOf('GET', list) : undefined;
  return operation ? { read, list: operation } : [];
});

async function call(operation: BearerOperation, path: string, body?: object): Promise<BearerAnswer> {
  const { method } = routeOf(operation);
  const answer = await callBearer(service, method, path, { credential: admin.token, body });
  expect(answer, `${method} ${path} ${JSON.stringify(body)}`).toMatchObject({ status: 200 });
  return answer;
}

const fieldsOf = (schema: unknown): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** The value has to fit other fields, or is another resource. */
const NOT_FILLED = new Set([
  'updatePurchaseRequest productUrl',
  'updatePurchaseRequest supplierId',
  'updatePurchaseRequest contractId',
]);

/** Gives a resource what a new one may lack: each field that an update takes, and its end. Answers their names. */
async function fill(read: BearerOperation, ids: readonly string[]): Promise<string[]> {
  const { path } = routeOf(read);
  const filled: string[] = [];
  const update = operationOf('PATCH', path);
  for (const [name, schema] of Object.entries(fieldsOf(update && routeOf(update).body))) {
    if (!update || NOT_FILLED.has(`${update} ${name}`)) continue;
    await call(update, pathOf(update, ids), { [name]: schema.meta()?.example });
    filled.push(name);
  }
  const disable = operationOf('POST', `${path}/disable`);
  if (!disable) return filled;
  await call(disable, pathOf(disable, ids));
  return [...filled, 'disabledAt'];
}

describe('what is read by its id shows each field as the list does', () => {
  it('is checked of every family with both', () => {
    expect(READS.map(({ read }) => routeOf(read).path)).toEqual(
      expect.arrayContaining(['/v1/apps/:id', '/v1/apps/:id/webhooks/:webhookId/deliveries/:deliveryId']),
    );
  });

  it.each(READS)('$read', async ({ read, list }) => {
    const ids = await resourceFor(read, admin);
    const filled = await fill(read, ids);
    const { body: one } = await call(read, pathOf(read, ids));
    const path = pathOf(list, ids.slice(0, -1));
    const itemOf = async (query: string): Promise<object> => {
      const { items } = (await call(list, path + query)).body as { items: { id: string }[] };
      return items.find(({ id }) => id === one.id) ?? {};
    };
    const item = await itemOf('');
    const asked =
      'fields' in fieldsOf(routeOf(list).query)
        ? await itemOf(`?fields=${['id', ...filled].join(',')}`)
        : item;
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(['id', ...filled]));
    expect(one).toEqual({ ...one, ...item, ...asked });
  });
});
