// Checks for every runtime, written with features that all runtimes have. Nothing may depend on Node.

import { CheckFailed, equal, isTrue } from './expect.mjs';
import { handlesWebhooks, judgesWebhooksAsPublished } from './webhook-checks.mjs';

/**
 * @typedef {object} Runtime
 * @property {typeof import('../../src/index.ts')} sdk - the package as loaded by the runtime.
 * @property {(options?: object) => Promise<TestServer>} openServer - starts a new service.
 * @property {typeof import('../../src/webhooks/index.ts')} webhooks - its entry for receivers.
 * @property {{ vectors: object[], signOnly: object[] }} vectors - the published signing vectors.
 * @property {{ vectors: object[], receiverTime: number, toleranceSeconds: number }} webhookVectors
 * @property {boolean} [isNode]
 * @property {boolean} isPage
 */

/**
 * @typedef {object} TestServer
 * @property {string} baseUrl
 * @property {{ appId: string, appSecret: string }} app
 * @property {object} order - a body that create accepts.
 * @property {() => Promise<{ received: object[], intents: object[] }>} inspect - the requests and intents of the
 *   service.
 */

/** Waits until the service has received `count` requests and, with `isAnswered`, has answered them. */
async function untilReceived(server, count, isAnswered) {
  for (;;) {
    const { received } = await server.inspect();
    if (received.length >= count && (!isAnswered || received.every(({ status }) => status !== null))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new CheckFailed('the call succeeded');
}

function connect({ sdk }, { baseUrl, app }, options = {}) {
  return new sdk.ProcurementIntents({ baseUrl, ...app, dangerouslyAllowBrowser: true, ...options });
}

/** Checks that a create with the given faults is sent `count` times under one key, and bought once. */
async function buysOnce(runtime, { options, count }) {
  const server = await runtime.openServer(options);
  const { id } = await connect(runtime, server).intents.create(server.order);
  const { received, intents } = await server.inspect();
  equal(
    intents.map((each) => each.id),
    [id],
    'what was bought',
  );
  const creates = received.filter(({ method }) => method === 'POST');
  equal(creates.length, count, 'requests');
  equal(new Set(creates.map(({ key }) => key)).size, 1, 'keys');
  // A browser itself repeats a request that was lost on a reused connection.
  if (!runtime.isPage) equal(new Set(creates.map(({ signature }) => signature)).size, count, 'signatures');
  return creates;
}

const bodyOf = ({ body, bodyRepeat }) =>
  bodyRepeat ? bodyRepeat.before + bodyRepeat.unit.repeat(bodyRepeat.count) + bodyRepeat.after : body;

async function signsAsPublished({ sdk, vectors }) {
  let count = 0;
  for (const vector of [...vectors.vectors, ...vectors.signOnly]) {
    const { appSecret, method, path, timestamp, signature, name } = { ...vector, ...vector.signedAs };
    const body = bodyOf({ ...vector, ...vector.signedAs });
    // The SDK signs only text, and takes the timestamp as a number.
    if (body === undefined || String(Number(timestamp)) !== timestamp) continue;
    const sign = sdk.createSigner('app_1', appSecret);
    const signed = await sign({ method, path, body, timestampMs: Number(timestamp) });
    equal(signed['x-signature'], signature.toLowerCase(), name);
    count += 1;
  }
  isTrue(count > 200, 'more than 200 vectors');
}

async function sendsWhatItSigned(runtime) {
  const server = await runtime.openServer();
  const { intents } = connect(runtime, server);
  for (const text of ['张三', 'it\'s <b>&"q"</b>', 'a b+c%2F%zz', '[x]|^`{}\\', '../..?x#y']) {
    equal((await intents.list({ userId: text })).total, 0, text);
    equal((await errorOf(intents.get(text))).name, 'INTENT_NOT_FOUND', text);
  }
}

async function walksALifecycle(runtime) {
  const server = await runtime.openServer();
  const { intents } = connect(runtime, server);
  const { id } = await intents.create({ ...server.order, draft: true });
  equal((await intents.update(id, { remarks: '放门口' })).remarks, '放门口');
  equal((await intents.submit(id)).id, id);
  equal((await intents.waitFor(id)).status, 'COMPLETED');
  isTrue((await intents.events(id)).items.length > 2, 'a timeline');
  const refusal = await errorOf(intents.cancel(id));
  isTrue(runtime.sdk.isApiError(refusal, 'CANCEL_REFUSED'), 'a refused cancel');
  equal(refusal.data.currentStatus, 'COMPLETED');
  isTrue(refusal.requestId, 'a request id');
  const draft = await intents.create({ ...server.order, draft: true });
  equal(await intents.delete(draft.id), undefined);
  equal((await connect(runtime, server).health()).status, 'healthy');
}

async function waitsOutARateLimit(runtime) {
  const fault = { error: 'RATE_LIMITED', retryAfterSeconds: 1 };
  const creates = await buysOnce(runtime, { options: { faults: [fault] }, count: 2 });
  // Timers may fire some milliseconds early.
  isTrue(creates[1].atMs - creates[0].atMs >= 950, 'a second of waiting');
}

async function givesUpOnALongLimit(runtime) {
  const server = await runtime.openServer({ faults: [{ error: 'RATE_LIMITED', retryAfterSeconds: 70 }] });
  const call = connect(runtime, server).intents.create(server.order, { timeoutMs: 10_000 });
  equal((await errorOf(call)).name, 'RATE_LIMITED');
  equal((await server.inspect()).received.length, 1, 'requests');
}

async function sendsManyAtOnce(runtime) {
  const server = await runtime.openServer();
  const { intents } = connect(runtime, server);
  await Promise.all(Array.from({ length: 15 }, () => intents.create(server.order)));
  const { received, intents: stored } = await server.inspect();
  equal(stored.length, 15, 'what was bought');
  // How many requests are refused depends on timing; another test checks it with a fake clock.
  equal(new Set(received.map(({ key }) => key)).size, 15, 'keys');
}

async function correctsAWrongClock(runtime) {
  const server = await runtime.openServer({ aheadMs: 600_000 });
  const { intents } = connect(runtime, server);
  const { id } = await intents.create(server.order);
  for (let count = 0; count < 5; count += 1) await intents.get(id);
  const { received } = await server.inspect();
  equal(
    received.map(({ status }) => status),
    [401, 201, 200, 200, 200, 200, 200],
    'answers',
  );
  equal(received[0].key, received[1].key, 'the key');
}

/** Checks that a call whose request meets `step` ends in time, and with the reason of an abort. */
const ends = (step) => async (runtime) => {
  const server = await runtime.openServer({ steps: Array(9).fill(step) });
  const { intents } = connect(runtime, server);
  // Garbage collection must not drop the connection to the abort signal.
  setTimeout(() => globalThis.gc?.(), 100);
  const late = await errorOf(intents.get('int_1', { timeoutMs: 1_500 }));
  isTrue(late instanceof runtime.sdk.TimeoutError, 'a TimeoutError');
  equal(late.attempts, 1, 'attempts');
  const reason = new Error('the page was left');
  const caller = new AbortController();
  const call = errorOf(intents.get('int_2', { signal: caller.signal }));
  await untilReceived(server, 2, false);
  // Headers and the first bytes of the body, if any, arrive in this time.
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc?.();
  caller.abort(reason);
  const thrown = await call;
  isTrue(thrown === reason, `the reason of the abort, instead of ${String(thrown)},`);
};

async function abortsBetweenAttempts(runtime) {
  const server = await runtime.openServer({ faults: [{ error: 'UNAVAILABLE', retryAfterSeconds: 30 }] });
  const caller = new AbortController();
  const { intents } = connect(runtime, server);
  const call = errorOf(intents.create(server.order, { signal: caller.signal }));
  await untilReceived(server, 1, true);
  caller.abort('enough');
  equal(await call, 'enough', 'the reason');
  equal((await server.inspect()).received.length, 1, 'requests');
}

async function walksAList(runtime) {
  const server = await runtime.openServer();
  const { intents } = connect(runtime, server);
  const created = await Promise.all(Array.from({ length: 10 }, () => intents.create(server.order)));
  const seen = [];
  for await (const { id } of intents.list({ pageSize: 3 })) seen.push(id);
  equal(seen.toSorted?.() ?? [...seen].sort(), created.map(({ id }) => id).sort(), 'the list');
  equal((await intents.list({ pageSize: 3 })).items.length, 3, 'a page');
}

const namesForeignAnswers = (status, body) => async (runtime) => {
  const server = await runtime.openServer({ faults: [{ status, body }] });
  const { intents } = connect(runtime, server);
  const error = await errorOf(intents.cancel('int_1', { ifVersion: 1 }));
  isTrue(runtime.sdk.isApiError(error, 'UNKNOWN'), 'an UNKNOWN');
  equal([error.status, error.code, error.attempts], [status, -1, 1]);
};

async function followsNoRedirect(runtime) {
  const other = await runtime.openServer();
  const step = { redirectTo: `${other.baseUrl}/api/v1/intents/int_1` };
  const server = await runtime.openServer({ steps: [step] });
  const error = await errorOf(connect(runtime, server).intents.get('int_1'));
  isTrue(error instanceof runtime.sdk.ConnectionError, 'a ConnectionError');
  equal([error.attempts, error.retryable], [1, false]);
  equal((await other.inspect()).received, [], 'what the other host got');
}

async function letsASignerSign(runtime) {
  const server = await runtime.openServer();
  const { appId, appSecret } = server.app;
  const signer = runtime.sdk.createSigner(appId, appSecret);
  const { baseUrl } = server;
  const { intents } = new runtime.sdk.ProcurementIntents({ baseUrl, appId, signer });
  isTrue((await intents.create(server.order)).id, 'an intent');
}

async function signsOnItsThread({ sdk, isNode }) {
  if (!isNode) return;
  let isSigned = false;
  const request = { method: 'GET', path: '/', body: '', timestampMs: 1 };
  const sign = sdk.createSigner('app_1', 'secret');
  // A signer may return a promise or the headers.
  void Promise.resolve(sign(request)).then(() => (isSigned = true));
  for (let step = 0; step < 5_000; step += 1) await Promise.resolve();
  isTrue(isSigned, 'a signature');
}

async function guardsTheSecret(runtime) {
  const make = () =>
    new runtime.sdk.ProcurementIntents({ baseUrl: 'https://api.example', appId: 'a', appSecret: 's' });
  if (!runtime.isPage) return void make();
  isTrue((await errorOf(Promise.resolve().then(make))) instanceof TypeError, 'a TypeError');
}

/** Every check by name. */
export const CHECKS = {
  'signs as published': signsAsPublished,
  'judges webhooks as published': judgesWebhooksAsPublished,
  'handles webhooks': handlesWebhooks,
  'sends what it signed': sendsWhatItSigned,
  'walks a lifecycle': walksALifecycle,
  'buys once: unavailable twice': (runtime) =>
    buysOnce(runtime, { options: { faults: [{ error: 'UNAVAILABLE' }, { error: 'INTERNAL' }] }, count: 3 }),
  "buys once: a proxy's page": (runtime) =>
    buysOnce(runtime, { options: { faults: [{ status: 502, body: '<html>' }] }, count: 2 }),
  'buys once: a lost answer': (runtime) =>
    buysOnce(runtime, { options: { faults: [{ drop: 'answer' }] }, count: 2 }),
  'buys once: half an answer': (runtime) =>
    buysOnce(runtime, { options: { steps: [{ cutAnswer: true }] }, count: 2 }),
  'waits out a rate limit': waitsOutARateLimit,
  'gives up on a long limit at once': givesUpOnALongLimit,
  'sends many creates through the limits': sendsManyAtOnce,
  'corrects a wrong clock': correctsAWrongClock,
  'ends without an answer': ends({ hang: true }),
  'ends in the middle of a body': ends({ stall: true }),
  'aborts between attempts': abortsBetweenAttempts,
  'walks a list': walksAList,
  'names an HTML page': namesForeignAnswers(502, '<html>Bad Gateway</html>'),
  'names an empty answer': namesForeignAnswers(403, ''),
  'follows no redirect': followsNoRedirect,
  'lets a signer sign': letsASignerSign,
  'signs on its own thread': signsOnItsThread,
  'guards the secret': guardsTheSecret,
};

/**
 * Runs all checks concurrently.
 *
 * @param {Runtime} runtime
 * @returns {Promise<{ name: string, failure: string | null }[]>}
 */
export function runChecks(runtime) {
  return Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      try {
        await check(runtime);
        return { name, failure: null };
      } catch (error) {
        return { name, failure: String(error?.stack ?? error) };
      }
    }),
  );
}

/** Returns a function that requests services from the control server at `controlUrl`. */
export function openServersAt(controlUrl) {
  const ask = async (path, body) => {
    const response = await fetch(controlUrl + path, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };
  return async (options = {}) => {
    const server = await ask('/services', options);
    return { ...server, inspect: () => ask(`/services/${server.number}`, {}) };
  };
}
