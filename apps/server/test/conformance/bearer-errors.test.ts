import { LIMITS, CALLER_RATES } from '@procurement-intents/contract';
import {
  BEARER_ERROR_CODES,
  type BearerErrorCode,
  LIFETIMES,
  LOGIN_FAILURES_PER_MINUTE,
  SCOPE_NAMES,
} from '@procurement-intents/contract/bearer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addKey,
  addPerson,
  type BearerAnswer,
  type BearerCall,
  callBearer,
  expectBearerError,
  PASSWORD,
} from '../support/bearer.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { proxy, useDatabaseProxy } from '../support/use-database-proxy.ts';
import { clock, service, useService } from '../support/use-service.ts';
import {
  BEARER_OPERATIONS,
  type BearerOperation,
  expectPromised,
  pathOf,
  routeOf,
  sampleBody,
  takesBody,
} from './bearer-operations.ts';
import {
  addAdministrators,
  type Caller,
  CREATE_BODIES,
  isCreation,
  resourceFor,
  sessionFor,
  takesVersion,
} from './bearer-resources.ts';

/** Brings an operation to answer with one error. */
type Maker = (operation: BearerOperation) => Promise<BearerAnswer>;
type Answers = ReadonlyMap<BearerOperation, BearerAnswer>;

/** Its database can be taken away. */
let fragile: TestService;
/** Insists on https. */
let secured: TestService;
let admin: Caller;
/** An administrator of `fragile`. */
let fragileKey: string;
let expiredToken: string;

useService();
const routeDatabase = useDatabaseProxy();
beforeAll(async () => {
  fragile = await startTestService({ routeDatabase });
  secured = await startTestService({ clock, isHttpsRequired: true });
  const { id: fragileId } = await addPerson(fragile, ['admin']);
  fragileKey = (await addKey(fragile, fragileId, ['admin'])).key;

  expiredToken = (await addPerson(service, ['admin'])).token;
  clock.advance(LIFETIMES.sessionTokenSeconds * 1000 + 1);
  admin = await addAdministrators(service);
});
afterAll(() => Promise.all([fragile.stop(), secured.stop()]));

const needsCredential = (operation: BearerOperation): boolean =>
  routeOf(operation).metadata.auth === 'bearer';

/** A valid call of the operation, but for what `options` change. */
function send(
  operation: BearerOperation,
  { ids, query = '', ...call }: BearerCall & { ids?: readonly string[]; query?: string } = {},
  at: TestService = service,
) {
  return callBearer(at, routeOf(operation).method, pathOf(operation, ids) + query, {
    ...(needsCredential(operation) && { credential: admin.key }),
    ...(takesBody(operation) && call.rawBody === undefined && { body: sampleBody(operation) }),
    ...call,
  });
}

/** What all operations answer while something is broken. */
async function answersDuring(
  spoil: () => unknown,
  mend: () => unknown,
  ask: (operation: BearerOperation) => Promise<BearerAnswer>,
): Promise<Answers> {
  await spoil();
  try {
    return new Map(
      await Promise.all(BEARER_OPERATIONS.map(async (each) => [each, await ask(each)] as const)),
    );
  } finally {
    await mend();
  }
}

/** All operations are asked at the first call. */
function once(ask: () => Promise<Answers>): Maker {
  let answers: Promise<Answers> | undefined;
  return async (operation) => {
    const answer = (await (answers ??= ask())).get(operation);
    if (!answer) throw new Error(`${operation} was not asked.`);
    return answer;
  };
}

const sendFragile = (operation: BearerOperation) =>
  send(operation, needsCredential(operation) ? { credential: fragileKey } : {}, fragile);
const renameUsers = (from: string, to: string) =>
  fragile.database.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`);

async function failedLogins(count: number): Promise<BearerAnswer[]> {
  const body = { ...sampleBody('login'), username: `user-${clock.now().getTime()}` };
  const answers: BearerAnswer[] = [];
  for (let tries = 0; tries < count; tries += 1)
    answers.push(await send('login', { body: { ...body, password: 'a wrong password' } }));
  return answers;
}

/** Uses up the calls of one credential in a second in which no clock moves, and calls every operation with it. */
const askWithoutCalls = once(async () => {
  const { key: credential } = await addKey(service, admin.userId, ['admin']);
  const use = () => callBearer(service, 'GET', '/v1/profile', { credential });
  return answersDuring(
    () => Promise.all(Array.from({ length: CALLER_RATES.bearer }, use)),
    () => undefined,
    (operation) => send(operation, { credential }),
  );
});

/** What stands against an operation that takes neither a version nor a key. */
const OBSTACLES: Partial<Record<BearerOperation, (ids: readonly string[]) => Promise<string>>> = {
  async readAppEvents([appId = '']) {
    const count = { appId, last: 7, day: new Date(0), lastBefore: 0 };
    await service.database.appEventCount.create({ data: count });
    return '?cursor=1';
  },
  async retryAppWebhookDelivery(ids) {
    const body = { status: 'DISABLED' };
    expect((await send('updateAppWebhook', { ids, body })).status).toBe(200);
    return '';
  },
};

/** A stale version, a key of another body, or a state that does not allow the change. */
async function makeConflict(operation: BearerOperation): Promise<BearerAnswer> {
  const ids = await resourceFor(operation, admin);
  if (isCreation(operation)) {
    const headers = { 'Idempotency-Key': `key-${clock.now().getTime()}` };
    const body = await CREATE_BODIES[operation](admin);
    expect((await send(operation, { ids, body, headers })).status).toBe(201);
    return send(operation, { ids, body: await CREATE_BODIES[operation](admin), headers });
  }
  const query = (await OBSTACLES[operation]?.(ids)) ?? '';
  const headers = takesVersion(operation) ? { 'If-Match': '"99"' } : {};
  return send(operation, { ids, query, credential: sessionFor(operation, admin), headers });
}

/** How each error comes about. An error without a row here does not compile. */
const MAKERS: Record<Exclude<BearerErrorCode, 'method_not_allowed'>, Maker> = {
  validation_failed: (operation) => send(operation, { query: '?unknown=1' }),
  unauthorized: async (operation) =>
    operation === 'login'
      ? send(operation, { body: { username: 'nobody', password: PASSWORD } })
      : send(operation, { credential: undefined }),
  token_expired: (operation) => send(operation, { credential: expiredToken }),
  forbidden: async (operation) => {
    if (!needsCredential(operation)) return send(operation, {}, secured);
    const { key } = await addKey(service, admin.userId, ['admin'], { ipAllowList: ['203.0.113.7'] });
    return send(operation, { credential: key });
  },
  insufficient_scope: async (operation) => {
    const { metadata } = routeOf(operation);
    const scope = metadata.auth === 'bearer' ? metadata.scope : null;
    const others = SCOPE_NAMES.filter((name) => name !== scope && name !== 'admin');
    return send(operation, { credential: (await addKey(service, admin.userId, others)).key });
  },
  not_found: (operation) => send(operation),
  conflict: makeConflict,
  payload_too_large: async (operation) => {
    const headers = {
      ...(needsCredential(operation) && { Authorization: `Bearer ${admin.key}` }),
      'Content-Type': 'application/json',
      'Content-Length': String(LIMITS.bodyBytes + 1),
    };
    const line = `${routeOf(operation).method} ${pathOf(operation)} HTTP/1.1`;
    return toAnswer(await rawRequest(service.port, requestBytes(line, headers, '{')));
  },
  uri_too_long: (operation) => send(operation, { query: '?'.padEnd(LIMITS.urlChars, 'x') }),
  unsupported_media_type: (operation) =>
    send(operation, { rawBody: '{}', headers: { 'Content-Type': 'text/plain' } }),
  rate_limited: async (operation) => {
    if (operation !== 'login') return askWithoutCalls(operation);
    const answers = await failedLogins(LOGIN_FAILURES_PER_MINUTE.pair + 1);
    return answers[LOGIN_FAILURES_PER_MINUTE.pair] as BearerAnswer;
  },
  internal: once(() =>
    answersDuring(
      () => renameUsers('users', 'users_away'),
      () => renameUsers('users_away', 'users'),
      sendFragile,
    ),
  ),
  unavailable: once(() => answersDuring(proxy.cut, proxy.restore, sendFragile)),
};

const CELLS = BEARER_OPERATIONS.flatMap((operation) =>
  [...new Set(routeOf(operation).metadata.errors)].map((code) => ({ operation, code })),
);

describe('every error that an operation under /v1 or /auth declares (B5)', () => {
  it('is every error there is, but for that of a wrong method', () => {
    const declared = new Set(CELLS.map(({ code }) => code));
    expect(BEARER_ERROR_CODES.filter((code) => !declared.has(code))).toEqual(['method_not_allowed']);
  });

  it.each(CELLS)('$operation answers $code', async ({ operation, code }) => {
    const answer = await MAKERS[code as keyof typeof MAKERS](operation);
    expectBearerError(answer, code);
    expect(expectPromised(operation, answer)).toBe(code);
  });
});
