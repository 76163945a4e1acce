import { afterEach, describe, expect, it, vi } from 'vitest';
import { defer } from '../../test/webhooks/receivers.ts';
import {
  BODY,
  EVENT,
  headersOf,
  ID,
  now,
  OTHER_SECRET,
  PUBLIC_KEY,
  SECRET,
} from '../../test/webhooks/sign.ts';
import { createHandler, type HandlerOptions } from './handle-delivery.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settings = { secrets: SECRET, now };
const create = (options: Partial<HandlerOptions>) =>
  createHandler({ ...settings, onEvent: () => {}, ...options });

it('gives the event to onEvent, and answers 204 when it is done', async () => {
  const { promise, resolve } = defer();
  const events: unknown[] = [];
  const handle = create({
    onEvent: (event) => {
      events.push(event);
      return promise;
    },
  });
  let status = 0;
  const answer = handle(BODY, headersOf()).then((each) => (status = each.status));
  await vi.waitFor(() => expect(events).toEqual([EVENT]));
  expect(status).toBe(0);
  resolve();
  await answer;
  expect(status).toBe(204);
});

it.each([
  ['a wrong signature', BODY, headersOf({}, OTHER_SECRET), /^NO_MATCH: /],
  ['no signature', BODY, {}, /^HEADER_MISSING: /],
  ['an old webhook', BODY, headersOf({ timestamp: '1' }), /^TOO_OLD: /],
  ['no event', '[]', headersOf({ body: '[]' }), /^BODY_NOT_JSON: /],
])('answers 400 to %s, with the reason', async (_, body, headers, text) => {
  const onEvent = vi.fn<() => void>();
  const seen = vi.fn<() => boolean>(() => false);
  expect(await create({ onEvent, seen })(body, headers)).toEqual({
    status: 400,
    text: expect.stringMatching(text) as string,
  });
  expect(onEvent).not.toHaveBeenCalled();
  expect(seen).not.toHaveBeenCalled();
});

describe('when onEvent throws', () => {
  const error = new Error('the database is down');
  it.each([
    [
      'at once',
      () => {
        throw error;
      },
    ],
    ['later', () => Promise.reject(error)],
  ])('%s, answers 500 without its text, and tells onError', async (_, onEvent) => {
    const onError = vi.fn<() => void>();
    const markSeen = vi.fn<() => void>();
    const answer = await create({ onEvent, onError, markSeen })(BODY, headersOf());
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('database');
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, EVENT);
    expect(markSeen).not.toHaveBeenCalled();
  });

  it('writes the error to the console when nobody takes it', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    await create({ onEvent: () => Promise.reject(error) })(BODY, headersOf());
    expect(written).toHaveBeenCalledExactlyOnceWith(error);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no log');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no log'))],
  ])('answers although onError %s', async (_, onError) => {
    const handle = create({ onEvent: () => Promise.reject(error), onError });
    expect((await handle(BODY, headersOf())).status).toBe(500);
  });

  it('handles the repeat', async () => {
    const onEvent = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error);
    const handle = create({ onEvent, onError: () => {} });
    expect((await handle(BODY, headersOf())).status).toBe(500);
    expect((await handle(BODY, headersOf())).status).toBe(204);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });
});

it('answers 500 when the runtime cannot verify, so that the service repeats', async () => {
  const onError = vi.fn<() => void>();
  const handle = create({ secrets: PUBLIC_KEY, onError });
  vi.stubGlobal('crypto', undefined);
  expect((await handle(BODY, headersOf({}, PUBLIC_KEY))).status).toBe(500);
  expect(onError).toHaveBeenCalledWith(expect.any(TypeError), undefined);
});

describe('a webhook that was seen', () => {
  it('is answered with 204, without onEvent', async () => {
    const onEvent = vi.fn<() => void>();
    const markSeen = vi.fn<() => void>();
    const seen = vi.fn<() => Promise<boolean>>(async () => true);
    expect(await create({ onEvent, seen, markSeen })(BODY, headersOf())).toEqual({ status: 204, text: '' });
    expect(seen).toHaveBeenCalledExactlyOnceWith(ID);
    expect(onEvent).not.toHaveBeenCalled();
    expect(markSeen).not.toHaveBeenCalled();
  });

  it('is marked after onEvent is done, and not before', async () => {
    const steps: string[] = [];
    const store = new Set<string>();
    const { promise, resolve } = defer();
    const handle = create({
      seen: (id) => store.has(id),
      onEvent: async () => {
        await promise;
        steps.push('handled');
      },
      markSeen: (id) => {
        steps.push('marked');
        store.add(id);
      },
    });
    const first = handle(BODY, headersOf());
    resolve();
    expect((await first).status).toBe(204);
    expect((await handle(BODY, headersOf())).status).toBe(204);
    expect(steps).toEqual(['handled', 'marked']);
  });

  it('is handled again when the store does not answer: 500, and nothing is handled now', async () => {
    const onEvent = vi.fn<() => void>();
    const onError = vi.fn<() => void>();
    const seen = () => Promise.reject(new Error('no store'));
    expect((await create({ onEvent, seen, onError })(BODY, headersOf())).status).toBe(500);
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledOnce();
  });

  it('is answered with 204 when it is handled and cannot be marked', async () => {
    const onError = vi.fn<() => void>();
    const markSeen = () => Promise.reject(new Error('no store'));
    expect((await create({ markSeen, onError })(BODY, headersOf())).status).toBe(204);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('the same webhook twice at once', () => {
  /** Sends it again once it is being handled, and ends the handling by `end` once the second one is verified too. */
  async function twice(options: Partial<HandlerOptions>, end: (deferred: ReturnType<typeof defer>) => void) {
    const deferred = defer();
    const verified = vi.spyOn(crypto.subtle, 'verify');
    const onEvent = vi.fn<() => Promise<void>>(() => deferred.promise);
    const handle = create({ ...options, onEvent });
    const answers = [handle(BODY, headersOf())];
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    answers.push(handle(BODY, headersOf()));
    await vi.waitFor(() => expect(verified).toHaveBeenCalledTimes(2));
    await Promise.all(verified.mock.results.map(({ value }) => value as Promise<boolean>));
    await new Promise(setImmediate);
    end(deferred);
    return { answers: (await Promise.all(answers)).map(({ status }) => status), onEvent };
  }

  it.each([
    ['with a store', new Set<string>()],
    ['without one', null],
  ])('is handled once, and both are answered when it is done, %s', async (_, store) => {
    const options = store
      ? { seen: (id: string) => store.has(id), markSeen: (id: string) => store.add(id) }
      : {};
    const { answers, onEvent } = await twice(options, ({ resolve }) => resolve());
    expect(answers).toEqual([204, 204]);
    expect(onEvent).toHaveBeenCalledOnce();
  });

  it('fails for both when it fails', async () => {
    const { answers, onEvent } = await twice({ onError: () => {} }, ({ reject }) => reject(new Error('no')));
    expect(answers).toEqual([500, 500]);
    expect(onEvent).toHaveBeenCalledOnce();
  });

  it('does not let a forged one share the answer of a right one', async () => {
    const { promise, resolve } = defer();
    const onEvent = vi.fn<() => Promise<void>>(() => promise);
    const handle = create({ onEvent });
    const right = handle(BODY, headersOf());
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    expect((await handle(BODY, headersOf({}, OTHER_SECRET))).status).toBe(400);
    resolve();
    expect((await right).status).toBe(204);
  });

  it('does not hold up another one', async () => {
    const { promise, resolve } = defer();
    const handle = create({ onEvent: ({ id }) => (id === ID ? promise : null) });
    const slow = handle(BODY, headersOf());
    const other = { id: 'evt_2', body: BODY.replace(ID, 'evt_2') };
    expect((await handle(other.body, headersOf(other))).status).toBe(204);
    resolve();
    expect((await slow).status).toBe(204);
  });
});

it.each([{ secrets: '' }, { secrets: [] }, { onEvent: undefined }, { toleranceSeconds: -1 }])(
  'throws a TypeError before the first webhook: %j',
  (options) => {
    expect(() => create(options as Partial<HandlerOptions>)).toThrow(TypeError);
  },
);

it.each(['', ' '])('tells that secrets are missing when the variable is %j or not set', (variable) => {
  expect(() => create({ secrets: variable.split(' ') })).toThrow('secrets is missing');
});

it('takes the secrets of a variable with white space at its end', async () => {
  const handle = create({ secrets: `${SECRET} `.split(' ') });
  expect((await handle(BODY, headersOf())).status).toBe(204);
});
