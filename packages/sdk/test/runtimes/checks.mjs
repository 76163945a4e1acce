// What holds in every runtime, written in what all of them have. Nothing here may be Node's own.

/**
 * @typedef {object} Place
 * @property {typeof import('../../src/index.ts')} sdk - the package as the runtime finds it.
 * @property {(options?: object) => Promise<World>} openWorld - a service of its own.
 * @property {{ vectors: object[], signOnly: object[] }} vectors - the published ones.
 * @property {boolean} isPage
 */

/**
 * @typedef {object} World
 * @property {string} baseUrl
 * @property {{ appId: string, appSecret: string }} app
 * @property {object} order - a body that create accepts.
 * @property {() => Promise<{ received: object[], intents: object[] }>} look - what the service has got and stored.
 */

class CheckFailed extends Error {}

function equal(actual, expected, what = 'value') {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new CheckFailed(`${what} is ${a}, not ${b}`);
}

/** Waits until the service has got `count` requests, and has answered them when it is to. */
async function untilReceived(world, count, isAnswered) {
  for (;;) {
    const { received } = await world.look();
    if (received.length >= count && (!isAnswered || received.every(({ status }) => status !== null))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isTrue = (value, what) => equal(Boolean(value), true, what);

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

/** That a create which meets `step` is sent `count` times under one key, and bought once. */
async function buysOnce(place, { options, count }) {
  const world = await place.openWorld(options);
  const { id } = await connect(place, world).intents.create(world.order);
  const { received, intents } = await world.look();
  equal(
    intents.map((each) => each.id),
    [id],
    'what was bought',
  );
  const creates = received.filter(({ method }) => method === 'POST');
  equal(creates.length, count, 'requests');
  equal(new Set(creates.map(({ key }) => key)).size, 1, 'keys');
  // A browser repeats by itself what was lost on a connection that it had used before.
  if (!place.isPage) equal(new Set(creates.map(({ signature }) => signature)).size, count, 'signatures');
  return creates;
}

const bodyOf = ({ body, bodyRepeat }) =>
  bodyRepeat ? bodyRepeat.before + bodyRepeat.unit.repeat(bodyRepeat.count) + bodyRepeat.after : body;

async function signsAsPublished({ sdk, vectors }) {
  let count = 0;
  for (const vector of [...vectors.vectors, ...vectors.signOnly]) {
    const { appSecret, method, path, timestamp, signature, name } = { ...vector, ...vector.signedAs };
    const body = bodyOf({ ...vector, ...vector.signedAs });
    // The SDK signs text alone, and has the time as a number.
    if (body === undefined || String(Number(timestamp)) !== timestamp) continue;
    const sign = sdk.createSigner('app_1', appSecret);
    const signed = await sign({ method, path, body, timestampMs: Number(timestamp) });
    equal(signed['x-signature'], signature.toLowerCase(), name);
    count += 1;
  }
  isTrue(count > 200, 'more than 200 vectors');
}

async function sendsWhatItSigned(place) {
  const world = await place.openWorld();
  const { intents } = connect(place, world);
  for (const text of ['张三', 'it\'s <b>&"q"</b>', 'a b+c%2F%zz', '[x]|^`{}\\', '../..?x#y']) {
    equal((await intents.list({ userId: text })).total, 0, text);
    equal((await errorOf(intents.get(text))).name, 'INTENT_NOT_FOUND', text);
  }
}

async function walksALifecycle(place) {
  const world = await place.openWorld();
  const { intents } = connect(place, world);
  const { id } = await intents.create({ ...world.order, draft: true });
  equal((await intents.update(id, { remarks: '放门口' })).remarks, '放门口');
  equal((await intents.submit(id)).id, id);
  equal((await intents.waitFor(id)).status, 'COMPLETED');
  isTrue((await intents.events(id)).items.length > 2, 'a timeline');
  const refusal = await errorOf(intents.cancel(id));
  isTrue(place.sdk.isApiError(refusal, 'CANCEL_REFUSED'), 'a refused cancel');
  equal(refusal.data.currentStatus, 'COMPLETED');
  isTrue(refusal.requestId, 'a request id');
  const draft = await intents.create({ ...world.order, draft: true });
  equal(await intents.delete(draft.id), undefined);
  equal((await connect(place, world).health()).status, 'healthy');
}

async function waitsOutARateLimit(place) {
  const fault = { error: 'RATE_LIMITED', retryAfterSeconds: 1 };
  const creates = await buysOnce(place, { options: { faults: [fault] }, count: 2 });
  // Timers may be some milliseconds early.
  isTrue(creates[1].atMs - creates[0].atMs >= 950, 'a second of waiting');
}

async function givesUpOnALongLimit(place) {
  const world = await place.openWorld({ faults: [{ error: 'RATE_LIMITED', retryAfterSeconds: 70 }] });
  const call = connect(place, world).intents.create(world.order, { timeoutMs: 10_000 });
  equal((await errorOf(call)).name, 'RATE_LIMITED');
  equal((await world.look()).received.length, 1, 'requests');
}

async function getsAHerdThrough(place) {
  const world = await place.openWorld();
  const { intents } = connect(place, world);
  await Promise.all(Array.from({ length: 15 }, () => intents.create(world.order)));
  const { received, intents: stored } = await world.look();
  equal(stored.length, 15, 'what was bought');
  // How few are refused on the way is a matter of clocks, and tested with one that can be set.
  equal(new Set(received.map(({ key }) => key)).size, 15, 'keys');
}

async function healsAWrongClock(place) {
  const world = await place.openWorld({ aheadMs: 600_000 });
  const { intents } = connect(place, world);
  const { id } = await intents.create(world.order);
  for (let count = 0; count < 5; count += 1) await intents.get(id);
  const { received } = await world.look();
  equal(
    received.map(({ status }) => status),
    [401, 201, 200, 200, 200, 200, 200],
    'answers',
  );
  equal(received[0].key, received[1].key, 'the key');
}

/** That a call whose request meets `step` ends in time, and with the reason of an abort. */
const ends = (step) => async (place) => {
  const world = await place.openWorld({ steps: Array(9).fill(step) });
  const { intents } = connect(place, world);
  // What is collected meanwhile must not take the way to the socket with it.
  setTimeout(() => globalThis.gc?.(), 100);
  const late = await errorOf(intents.get('int_1', { timeoutMs: 1_500 }));
  isTrue(late instanceof place.sdk.TimeoutError, 'a TimeoutError');
  equal(late.attempts, 1, 'attempts');
  const reason = new Error('the page was left');
  const caller = new AbortController();
  const call = errorOf(intents.get('int_2', { signal: caller.signal }));
  await untilReceived(world, 2, false);
  // Headers and the first bytes, where there are any, get here too.
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc?.();
  caller.abort(reason);
  const thrown = await call;
  isTrue(thrown === reason, `the reason of the abort, in place of ${String(thrown)},`);
};

async function abortsBetweenAttempts(place) {
  const world = await place.openWorld({ faults: [{ error: 'UNAVAILABLE', retryAfterSeconds: 30 }] });
  const caller = new AbortController();
  const { intents } = connect(place, world);
  const call = errorOf(intents.create(world.order, { signal: caller.signal }));
  await untilReceived(world, 1, true);
  caller.abort('enough');
  equal(await call, 'enough', 'the reason');
  equal((await world.look()).received.length, 1, 'requests');
}

async function walksAList(place) {
  const world = await place.openWorld();
  const { intents } = connect(place, world);
  const created = await Promise.all(Array.from({ length: 10 }, () => intents.create(world.order)));
  const seen = [];
  for await (const { id } of intents.list({ pageSize: 3 })) seen.push(id);
  equal(seen.toSorted?.() ?? [...seen].sort(), created.map(({ id }) => id).sort(), 'the list');
  equal((await intents.list({ pageSize: 3 })).items.length, 3, 'a page');
}

const namesForeignAnswers = (status, body) => async (place) => {
  const world = await place.openWorld({ faults: [{ status, body }] });
  const { intents } = connect(place, world);
  const error = await errorOf(intents.cancel('int_1', { ifVersion: 1 }));
  isTrue(place.sdk.isApiError(error, 'UNKNOWN'), 'an UNKNOWN');
  equal([error.status, error.code, error.attempts], [status, -1, 1]);
};

async function followsNoRedirect(place) {
  const other = await place.openWorld();
  const step = { redirectTo: `${other.baseUrl}/api/v1/intents/int_1` };
  const world = await place.openWorld({ steps: [step] });
  const error = await errorOf(connect(place, world).intents.get('int_1'));
  isTrue(error instanceof place.sdk.ConnectionError, 'a ConnectionError');
  equal([error.attempts, error.retryable], [1, false]);
  equal((await other.look()).received, [], 'what the other host got');
}

async function letsASignerSign(place) {
  const world = await place.openWorld();
  const { appId, appSecret } = world.app;
  const signer = place.sdk.createSigner(appId, appSecret);
  const { baseUrl } = world;
  const { intents } = new place.sdk.ProcurementIntents({ baseUrl, appId, signer });
  isTrue((await intents.create(world.order)).id, 'an intent');
}

async function guardsTheSecret(place) {
  const make = () =>
    new place.sdk.ProcurementIntents({ baseUrl: 'https://api.example', appId: 'a', appSecret: 's' });
  if (!place.isPage) return void make();
  isTrue((await errorOf(Promise.resolve().then(make))) instanceof TypeError, 'a TypeError');
}

/** Every check by the sentence that it proves. */
export const CHECKS = {
  'signs as published': signsAsPublished,
  'sends what it signed': sendsWhatItSigned,
  'walks a lifecycle': walksALifecycle,
  'buys once: away twice': (place) =>
    buysOnce(place, { options: { faults: [{ error: 'UNAVAILABLE' }, { error: 'INTERNAL' }] }, count: 3 }),
  "buys once: a proxy's page": (place) =>
    buysOnce(place, { options: { faults: [{ status: 502, body: '<html>' }] }, count: 2 }),
  'buys once: a lost answer': (place) =>
    buysOnce(place, { options: { faults: [{ drop: 'answer' }] }, count: 2 }),
  'buys once: half an answer': (place) =>
    buysOnce(place, { options: { steps: [{ cutAnswer: true }] }, count: 2 }),
  'waits out a rate limit': waitsOutARateLimit,
  'gives up on a long limit at once': givesUpOnALongLimit,
  'gets a herd through the limits': getsAHerdThrough,
  'heals a wrong clock': healsAWrongClock,
  'ends without an answer': ends({ hang: true }),
  'ends in the middle of a body': ends({ stall: true }),
  'aborts between attempts': abortsBetweenAttempts,
  'walks a list': walksAList,
  'names an HTML page': namesForeignAnswers(502, '<html>Bad Gateway</html>'),
  'names an empty answer': namesForeignAnswers(403, ''),
  'follows no redirect': followsNoRedirect,
  'lets a signer sign': letsASignerSign,
  'guards the secret': guardsTheSecret,
};

/**
 * Runs all checks side by side.
 *
 * @param {Place} place
 * @returns {Promise<{ name: string, failure: string | null }[]>}
 */
export function runChecks(place) {
  return Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      try {
        await check(place);
        return { name, failure: null };
      } catch (error) {
        return { name, failure: String(error?.stack ?? error) };
      }
    }),
  );
}

/** Asks the control server at `controlUrl` for services. */
export function openWorldsAt(controlUrl) {
  const ask = async (path, body) => {
    const response = await fetch(controlUrl + path, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };
  return async (options = {}) => {
    const world = await ask('/worlds', options);
    return { ...world, look: () => ask(`/worlds/${world.number}`, {}) };
  };
}
