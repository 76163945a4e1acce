import {
  contract,
  ERROR_NAMES,
  type ErrorName,
  ERRORS,
  LIMITS,
  type OperationId,
  PERMISSIONS,
  RATE_LIMITS,
  type RouteMetadata,
  ROUTES,
  signedPartOf,
} from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { intentBody, intentIn, intentsBody, orderedIntent } from '../support/intent-factory.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { type CallOptions, signedHeaders } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { proxy, useDatabaseProxy } from '../support/use-database-proxy.ts';
import { callMany, isOfWebhooks, pathOf, takesBody } from '../support/signed-operations.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { newEndpoint, webhookBody, WEBHOOK_ERRORS } from './webhook-errors.ts';

type Headers = Record<string, string>;
/** Brings an operation to answer with one error, in the language that `headers` ask for. */
type Maker = (operation: OperationId, headers: Headers) => Promise<Answer>;

const HTTPS = { 'X-Forwarded-Proto': 'https' };
// Below the health check's own patience with the database, far above what an answer takes.
const SHORT_PROCESSING_MS = 700;

/** Its database can be taken away, and it believes in a clock that can break. */
let fragile: TestService;
let isClockBroken = false;

useService({ isWorking: true, graceMs: 86_400_000 });
const routeDatabase = useDatabaseProxy();
beforeAll(async () => {
  fragile = await startTestService({
    routeDatabase,
    trustedProxies: ['127.0.0.1'],
    isHttpsRequired: true,
    processingMs: SHORT_PROCESSING_MS,
    clock: {
      now() {
        if (isClockBroken) throw new Error('the clock stopped at prisma.intent.findUnique');
        return new Date();
      },
    },
  });
});
afterAll(() => fragile.stop());

const metadataOf = (operation: OperationId): RouteMetadata => contract[operation].metadata;

const bodyOf = (operation: OperationId, at: TestService): object =>
  isOfWebhooks(operation) ? webhookBody(operation) : intentsBody(operation, at);

/** A valid call of the operation, but for what `options` change. */
function send(operation: OperationId, options: CallOptions & { id?: string } = {}, at = service) {
  const { id, ...rest } = options;
  const body = bodyOf(operation, at);
  return at.call(ROUTES[operation].method, pathOf(operation, id), {
    ...(takesBody(operation) && { body }),
    ...rest,
  });
}

/** The same over a bare connection, for what a client library would not send. */
async function sendRaw(operation: OperationId, headers: Headers, body: string) {
  const { method } = ROUTES[operation];
  const path = pathOf(operation);
  const timestamp = String(clock.now().getTime());
  const signed = signedHeaders(service.signer, { method, path, body, timestamp });
  const type = { 'Content-Type': 'application/json' };
  const bytes = requestBytes(`${method} ${path} HTTP/1.1`, { ...signed, ...type, ...headers }, body);
  return toAnswer(await rawRequest(service.port, bytes));
}

/** An answer while something is broken. */
async function during(spoil: () => unknown, mend: () => unknown, ask: () => Promise<Answer>) {
  await spoil();
  try {
    return await ask();
  } finally {
    await mend();
  }
}

const sendFragile = (operation: OperationId, headers: Headers) =>
  send(operation, { headers: { ...headers, ...HTTPS } }, fragile);
const healthOfFragile = async (headers: Headers) =>
  toAnswer(
    await rawRequest(fragile.port, requestBytes('GET /api/v1/health HTTP/1.1', { ...headers, ...HTTPS })),
  );
const rename = (from: string, to: string) =>
  fragile.database.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`);

/** A table that the operation cannot do without. */
function tableOf(operation: OperationId): string {
  if (isOfWebhooks(operation)) return 'webhook_endpoints';
  return operation === 'listEvents' ? 'app_event_counts' : 'intents';
}

/** A list that the database ends while it waits for its rows. */
function endedList(operation: OperationId, headers: Headers): Promise<Answer> {
  const { database } = fragile;
  const spoil = async () => {
    await rename('intents', 'intents_away');
    await database.$executeRaw`
      CREATE VIEW "intents" AS SELECT * FROM "intents_away" OFFSET (SELECT 0 FROM pg_sleep(10))`;
  };
  const mend = async () => {
    await database.$executeRaw`DROP VIEW "intents"`;
    await rename('intents_away', 'intents');
  };
  return during(spoil, mend, async () => {
    const answer = fragile.call('GET', `${pathOf(operation)}?userId=user_1001`, {
      headers: { ...headers, ...HTTPS },
    });
    await vi.waitFor(async () => {
      const ended = await database.$queryRaw<unknown[]>`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`;
      expect(ended).toHaveLength(1);
    });
    return answer;
  });
}

/** The refusal of an action from a status that does not allow it. */
const refusedIn =
  (status: 'COMPLETED' | 'PROCESSING'): Maker =>
  async (operation, headers) =>
    send(operation, { headers, id: await intentIn(service, status) });

/** How each error comes about. An error without a row here does not compile. */
const MAKERS: Record<ErrorName, Maker> = {
  VALIDATION_FAILED: (operation, headers) => {
    const path = `${pathOf(operation)}?unknown=1`;
    return service.call(ROUTES[operation].method, path, {
      ...(takesBody(operation) && { body: {} }),
      headers,
    });
  },
  BATCH_PARTIAL: (operation, headers) =>
    send(operation, { headers, body: { items: [intentBody(service), {}] } }),
  UPDATE_REFUSED: refusedIn('COMPLETED'),
  SUBMIT_REFUSED: refusedIn('COMPLETED'),
  ARCHIVE_REFUSED: refusedIn('PROCESSING'),
  CANCEL_REFUSED: refusedIn('COMPLETED'),
  DELETE_REFUSED: refusedIn('PROCESSING'),
  BODY_MALFORMED: (operation, headers) => sendRaw(operation, headers, takesBody(operation) ? '[]' : '{}'),
  REQUEST_MALFORMED: (operation, headers) => sendRaw(operation, { ...headers, 'Content-Length': '+2' }, '{}'),
  SIGNATURE_INVALID: (operation, headers) =>
    send(operation, { headers, signer: { ...service.signer, appSecret: 'wrong' } }),
  TIMESTAMP_INVALID: (operation, headers) => send(operation, { headers: { ...headers, 'X-Timestamp': '1' } }),
  APP_UNKNOWN: (operation, headers) =>
    send(operation, { headers, signer: { ...service.signer, appId: 'app_unknown' } }),
  IP_NOT_ALLOWED: async (operation, headers) =>
    send(operation, { headers, signer: await service.addApp({ ipAllowList: ['203.0.113.7'] }) }),
  HTTPS_REQUIRED: (operation, headers) => send(operation, { headers }, fragile),
  NOT_OWNER: async (operation, headers) => {
    const id = isOfWebhooks(operation) ? await newEndpoint() : await intentIn(service, 'DRAFT');
    return send(operation, { headers, id, signer: await service.addApp() });
  },
  PERMISSION_MISSING: async (operation, headers) => {
    const metadata = metadataOf(operation);
    const permissions = PERMISSIONS.filter((it) => !signedPartOf(metadata)?.permissions.includes(it));
    return send(operation, { headers, signer: await service.addApp({ permissions }) });
  },
  ROUTE_NOT_FOUND: (operation, headers) =>
    service.call(ROUTES[operation].method, `${pathOf(operation)}/`, { headers }),
  INTENT_NOT_FOUND: (operation, headers) => send(operation, { headers }),
  WEBHOOK_NOT_FOUND: (operation, headers) => send(operation, { headers }),
  METHOD_NOT_ALLOWED: (operation, headers) => service.call('PATCH', pathOf(operation), { headers }),
  IDEMPOTENCY_KEY_REUSED: async (operation, headers) => {
    const keyed = { ...headers, 'Idempotency-Key': `key-${clock.now().getTime()}` };
    await send(operation, { headers: keyed });
    return send(operation, { headers: keyed });
  },
  SIGNATURE_REUSED: async (operation, headers) => {
    const call = { method: ROUTES[operation].method, path: pathOf(operation) };
    const rawBody = JSON.stringify(intentBody(service));
    const timestamp = String(clock.now().getTime());
    const signed = signedHeaders(service.signer, { ...call, body: rawBody, timestamp });
    await send(operation, { rawBody, headers: signed });
    return send(operation, { rawBody, headers: { ...headers, ...signed, 'Idempotency-Key': 'another' } });
  },
  VERSION_CONFLICT: async (operation, headers) => {
    const id = isOfWebhooks(operation) ? await newEndpoint() : await intentIn(service, 'DRAFT');
    return send(operation, { headers: { ...headers, 'If-Match': '"99"' }, id });
  },
  ...WEBHOOK_ERRORS,
  EVENTS_EXPIRED: async (operation, headers) => {
    if (isOfWebhooks(operation)) return WEBHOOK_ERRORS.EVENTS_EXPIRED(operation, headers);
    const signer = await service.addApp();
    const count = { appId: signer.appId, last: 7, day: new Date(0), lastBefore: 0 };
    await service.database.appEventCount.create({ data: count });
    return service.call(ROUTES[operation].method, `${pathOf(operation)}?cursor=1`, { headers, signer });
  },
  BODY_TOO_LARGE: (operation, headers) => {
    const length = String(LIMITS.bodyBytes + 1);
    return sendRaw(operation, { ...headers, 'Content-Length': length }, '{');
  },
  URL_TOO_LONG: (operation, headers) => {
    const path = `${pathOf(operation)}?`;
    return service.call(ROUTES[operation].method, path.padEnd(LIMITS.urlChars + 1, 'x'), { headers });
  },
  MEDIA_TYPE_UNSUPPORTED: (operation, headers) =>
    send(operation, { headers: { ...headers, 'Content-Type': 'text/plain' } }),
  RATE_LIMITED: async (operation, headers) => {
    const metadata = metadataOf(operation);
    const limit = metadata.auth === 'signed' ? RATE_LIMITS[metadata.rateLimit] : 0;
    const signer = await service.addApp();
    const call = () => send(operation, { headers, signer, ...(takesBody(operation) && { body: {} }) });
    const served = await callMany(operation, limit, call);
    expect(served.map(({ status }) => status)).not.toContain(429);
    return call();
  },
  INTERNAL: (operation, headers) =>
    operation === 'getHealth'
      ? during(
          () => (isClockBroken = true),
          () => (isClockBroken = false),
          () => healthOfFragile(headers),
        )
      : during(
          () => rename(tableOf(operation), 'away'),
          () => rename('away', tableOf(operation)),
          () => sendFragile(operation, headers),
        ),
  UNHEALTHY: (operation, headers) =>
    during(
      () => service.setDraining(true),
      () => service.setDraining(false),
      () => send(operation, { headers }),
    ),
  DATABASE_UNAVAILABLE: (_operation, headers) =>
    during(proxy.cut, proxy.restore, () => healthWithCode('DATABASE_UNAVAILABLE', headers)),
  CANCEL_FAILED: async (operation, headers) => {
    const { id } = await orderedIntent(service, 'shipped');
    return send(operation, { headers, id });
  },
  CANCEL_UNDECIDED: async (operation, headers) => {
    const id = await intentIn(service, 'PROCESSING');
    const orderInFlightUntil = new Date(clock.now().getTime() + 60_000);
    await service.database.intent.update({ where: { id }, data: { orderInFlightUntil } });
    service.context.cancelWaitMs = 1;
    return send(operation, { headers, id }).finally(() => delete service.context.cancelWaitMs);
  },
  LIST_TOO_COSTLY: endedList,
  UNAVAILABLE: (operation, headers) =>
    operation === 'getHealth'
      ? during(proxy.hang, proxy.restore, () => healthWithCode('UNAVAILABLE', headers))
      : during(proxy.cut, proxy.restore, () => sendFragile(operation, headers)),
};

/** The health check looks at the database once a second, so its answer follows an outage a little later. */
function healthWithCode(name: ErrorName, headers: Headers): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await healthOfFragile(headers);
      expect(answer.body.code).toBe(ERRORS[name].code);
      return answer;
    },
    { timeout: 6000, interval: 20 },
  );
}

const OPERATIONS = Object.keys(contract) as OperationId[];
const DECLARED = new Set(OPERATIONS.flatMap((operation) => metadataOf(operation).errors));
/** Given before an operation is found, so no operation declares them. */
const UNDECLARED = ERROR_NAMES.filter((name) => !DECLARED.has(name));
/** Given to bytes that never became a request, so nobody has read what language they ask for. */
const WITHOUT_LANGUAGE = new Set<ErrorName>(['REQUEST_MALFORMED']);
const CELLS = OPERATIONS.flatMap((operation) =>
  [...metadataOf(operation).errors, ...UNDECLARED].map((name) => ({ operation, name })),
);
const ONE_OF_EACH = ERROR_NAMES.flatMap((name) => CELLS.find((cell) => cell.name === name) ?? []);
const IN_BOTH_LANGUAGES = ONE_OF_EACH.filter(({ name }) => !WITHOUT_LANGUAGE.has(name));

describe('every error that an operation declares (E1, E3, E10, E12)', () => {
  it('is every error there is', () => {
    expect(ONE_OF_EACH.map(({ name }) => name)).toEqual(ERROR_NAMES);
  });

  it.each(CELLS)('$operation answers $name', async ({ operation, name }) => {
    expectError(await MAKERS[name](operation, {}), name);
  });

  it.each(IN_BOTH_LANGUAGES)(
    '$name is told in English when the caller prefers it (E2)',
    async ({ operation, name }) => {
      const answer = await MAKERS[name](operation, { 'Accept-Language': 'en-GB,en;q=0.9,zh;q=0.1' });
      expectError(answer, name, 'en');
    },
  );
});
