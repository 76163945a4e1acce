import {
  bearerContract,
  type BearerMetadata,
  type Scope,
  SCOPE_NAMES,
} from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it } from 'vitest';
import { addKey, addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
import { service, useService } from '../support/use-service.ts';

useService();

/** A key with each scope alone. */
const keys = new Map<Scope, string>();
beforeAll(async () => {
  const maker = await addPerson(service, ['admin']);
  for (const scope of SCOPE_NAMES) keys.set(scope, (await addKey(service, maker.id, [scope])).key);
});

const OPERATIONS = Object.entries(bearerContract).map(([id, { method, path, metadata }]) => ({
  id,
  method,
  path: path.replace(/:\w+/g, 'unknown'),
  metadata: metadata as BearerMetadata,
}));
const BEARER = OPERATIONS.flatMap(({ metadata, ...operation }) =>
  metadata.auth === 'bearer' ? [{ ...operation, ...metadata }] : [],
);
const CELLS = BEARER.flatMap((operation) => SCOPE_NAMES.map((held) => ({ ...operation, held })));

const isEnough = (scope: Scope | null, held: Scope): boolean =>
  scope === null || held === scope || held === 'admin';
const send = ({ method, path, body, held }: (typeof CELLS)[number]) =>
  callBearer(service, method, path, {
    credential: keys.get(held),
    ...(body === 'json' && { body: { unknown: 1 } }),
  });

describe('every scope at every route', () => {
  it.each(CELLS.filter(({ scope, held }) => isEnough(scope, held)))(
    '$held is enough for $id (RFC 6750, 3.1) [64]',
    async (cell) => {
      const answer = await send(cell);
      expect(answer.status).not.toBe(401);
      expect(answer.body?.error?.code).not.toBe('insufficient_scope');
    },
  );

  it.each(CELLS.filter(({ scope, held }) => !isEnough(scope, held)))(
    '$held is not enough for $id (RFC 6750, 3.1) [58, 64]',
    async (cell) => {
      const answer = await send(cell);
      expectBearerError(answer, 'insufficient_scope');
      expect(answer.body.error.required_scope).toBe(cell.scope);
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${cell.scope}"`,
      );
    },
  );

  it('no operation under /v1 but those of the own profile is without one (B8)', () => {
    const free = BEARER.filter(({ path, scope }) => path.startsWith('/v1/') && scope === null);
    expect(free.map(({ id }) => id)).toEqual(['getProfile', 'updateProfile']);
  });

  it.each(BEARER)('$id is refused without a credential', async ({ method, path }) => {
    expectBearerError(await callBearer(service, method, path), 'unauthorized');
  });
});
