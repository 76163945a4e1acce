import { expect, it, vi } from 'vitest';
import { BODY, EVENT, headersOf, now, OTHER_SECRET, SECRET } from '../../test/webhooks/sign.ts';
import { fetchWebhook, type WebhookEvent } from './index.ts';

const ADDRESS = 'https://shop.example/hooks';
const KB64 = 64 * 1024;
const bodyOf = (size: number) => `{"text":"${'x'.repeat(size - 11)}"}`;
const options = { secrets: SECRET, now, onEvent: () => {} };

const requestOf = (body: string = BODY, headers = headersOf({ body })) =>
  new Request(ADDRESS, { method: 'POST', headers, body });

/** A request whose body comes in parts, without its length. */
function streamed(parts: readonly (string | Error)[], headers: Record<string, string>) {
  const cancel = vi.fn<() => void>();
  const rest = [...parts];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = rest.shift();
      if (part instanceof Error) controller.error(part);
      else if (part === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(part));
    },
    cancel,
  });
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
  return { request: new Request(ADDRESS, init), cancel };
}

it('gives the event to onEvent, and answers 204', async () => {
  const events: WebhookEvent[] = [];
  const handle = fetchWebhook({ ...options, onEvent: (event) => events.push(event) });
  const answer = await handle(requestOf());
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(events).toEqual([EVENT]);
});

it('answers 400 with the reason to a wrong signature, and 500 when onEvent throws', async () => {
  const answer = await fetchWebhook(options)(requestOf(BODY, headersOf({}, OTHER_SECRET)));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^NO_MATCH: /)]);
  const failing = fetchWebhook({
    ...options,
    onError: () => {},
    onEvent: () => Promise.reject(new Error('no')),
  });
  expect((await failing(requestOf())).status).toBe(500);
});

it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('answers 405 to %s', async (method) => {
  const answer = await fetchWebhook(options)(new Request(ADDRESS, { method }));
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

it('reads a body that comes in parts', async () => {
  const parts = [BODY.slice(0, 10), '', BODY.slice(10)];
  expect((await fetchWebhook(options)(streamed(parts, headersOf()).request)).status).toBe(204);
});

it('takes 64 kB, answers 413 to a byte more, and reads no further', async () => {
  const handle = fetchWebhook(options);
  const most = bodyOf(KB64);
  expect((await handle(requestOf(most))).status).toBe(204);
  expect(
    (
      await handle(
        streamed([most.slice(0, KB64 / 2), most.slice(KB64 / 2)], headersOf({ body: most })).request,
      )
    ).status,
  ).toBe(204);
  const { request, cancel } = streamed([most, '.', 'x'.repeat(KB64)], headersOf());
  expect((await handle(request)).status).toBe(413);
  expect(cancel).toHaveBeenCalledOnce();
});

it('answers 413 to a length that is too large, without reading', async () => {
  const headers = { ...headersOf(), 'content-length': String(KB64 + 1) };
  const request = { method: 'POST', headers: new Headers(headers), bodyUsed: false, body: null };
  expect((await fetchWebhook(options)(request)).status).toBe(413);
});

it('answers 400 when the body breaks off, and handles nothing', async () => {
  const onEvent = vi.fn<() => void>();
  const { request } = streamed([BODY.slice(0, 10), new Error('reset')], headersOf());
  expect((await fetchWebhook({ ...options, onEvent })(request)).status).toBe(400);
  expect(onEvent).not.toHaveBeenCalled();
});

it('answers 400 to a request without a body', async () => {
  const request = new Request(ADDRESS, { method: 'POST', headers: headersOf({ body: '' }) });
  const answer = await fetchWebhook(options)(request);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^BODY_NOT_JSON: /)]);
});

it('throws when the body was read before, with the line to change', async () => {
  const used = requestOf();
  await used.text();
  await expect(fetchWebhook(options)(used)).rejects.toThrow('before any line with request.json()');
  const locked = requestOf();
  locked.body?.getReader();
  await expect(fetchWebhook(options)(locked)).rejects.toThrow('raw body');
});

it('throws a TypeError before the first webhook for options that cannot work', () => {
  expect(() => fetchWebhook({ ...options, secrets: '' })).toThrow(TypeError);
});
