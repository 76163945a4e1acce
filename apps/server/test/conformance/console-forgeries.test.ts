import { beforeAll, expect, it } from 'vitest';
import { CONSOLE_ROUTES } from '@procurement-intents/contract/console';
import { expectBearerError } from '../support/bearer.ts';
import { ConsoleVisitor } from '../support/console.ts';
import { service, useService } from '../support/use-service.ts';
import { BEARER_OPERATIONS, pathOf, routeOf, sampleBody, takesBody } from './bearer-operations.ts';
import {
  addAdministrators,
  type Caller,
  CREATE_BODIES,
  isCreation,
  resourceFor,
} from './bearer-resources.ts';

useService();

/** What a page of somebody else, or a program, can make a browser send; an empty header is left out. */
const FORGERIES: [string, Record<string, string>][] = [
  ['no token', { 'X-CSRF-Token': '' }],
  ['the token of another session', { 'X-CSRF-Token': 'f'.repeat(64) }],
  ['the origin of another page', { Origin: 'https://evil.example' }],
  ['no origin', { Origin: '' }],
  ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['no browser', { 'Sec-Fetch-Site': '' }],
];

const CHANGING = BEARER_OPERATIONS.filter((operation) => {
  const { method, metadata } = routeOf(operation);
  return method !== 'GET' && metadata.auth === 'bearer';
});

let caller: Caller;
let visitor: ConsoleVisitor;
beforeAll(async () => {
  caller = await addAdministrators(service);
  const { username } = await service.database.user.findUniqueOrThrow({ where: { id: caller.userId } });
  visitor = new ConsoleVisitor(service);
  await visitor.logIn(username);
});

// When a session ends moves by itself, and so does when a credential was used.
const MOVING = new Set(['sessions', 'credential_uses', 'call_counts', 'breaker_states', 'test_clock']);

/** A digest of all that the service has stored. */
async function contentOf(): Promise<string> {
  const tables = await service.database.$queryRaw<{ name: string }[]>`
    SELECT "tablename" AS "name" FROM "pg_tables" WHERE "schemaname" = 'public' ORDER BY "tablename"`;
  const digests = tables
    .filter(({ name }) => !MOVING.has(name))
    .map(
      ({ name }) =>
        `(SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM "${name}" AS t)`,
    );
  const [row] = await service.database.$queryRawUnsafe<{ digest: string }[]>(
    `SELECT concat_ws(',', ${digests.join(', ')}) AS "digest"`,
  );
  return row?.digest ?? '';
}

it('there are changing operations', () => expect(CHANGING.length).toBeGreaterThan(40));

it.each(CHANGING)('refuses each forged call of %s, and changes nothing', async (operation) => {
  const path = pathOf(operation, await resourceFor(operation, caller));
  const body = isCreation(operation)
    ? await CREATE_BODIES[operation](caller)
    : takesBody(operation)
      ? sampleBody(operation)
      : undefined;
  const before = await contentOf();
  for (const [, headers] of FORGERIES) {
    const answer = await visitor.call(routeOf(operation).method, path, { body, headers });
    expectBearerError(answer, 'forbidden');
  }
  expect(await contentOf()).toBe(before);
});

it.each(FORGERIES)('does not log out by a call with %s', async (_what, headers) => {
  const { method, path } = CONSOLE_ROUTES.endConsoleSession;
  expectBearerError(await visitor.call(method, path, { headers }), 'forbidden');
  expect((await visitor.call('GET', path)).status).toBe(200);
});

it('carries out what the page itself calls', async () => {
  const body = await CREATE_BODIES.createSupplier(caller);
  expect((await visitor.call('POST', '/v1/suppliers', { body })).status).toBe(201);
});
