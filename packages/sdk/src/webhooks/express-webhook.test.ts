import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver } from '../../test/webhooks/receivers.ts';
import { BODY, EVENT, headersOf, now, OTHER_SECRET, SECRET } from '../../test/webhooks/sign.ts';
import { expressWebhook, type WebhookEvent } from './index.ts';

const options = { secrets: SECRET, now, onEvent: () => {} };
const KB64 = 64 * 1024;
const bodyOf = (size: number) => `{"text":"${'x'.repeat(size - 11)}"}`;

/** An Express app, and what went wrong in it. */
function createApp() {
  const app = express();
  const errors: Error[] = [];
  const listen = () => {
    app.use((error: Error, _: express.Request, response: express.Response, _next: express.NextFunction) => {
      errors.push(error);
      response.status(500).end('by the app');
    });
    return startReceiver(app);
  };
  return { app, errors, listen };
}

it('receives webhooks in Express, before express.json()', async () => {
  const events: WebhookEvent[] = [];
  const { app, listen } = createApp();
  app.post('/hooks', expressWebhook({ ...options, onEvent: (event) => events.push(event) }));
  app.use(express.json());
  app.post('/other', (request: express.Request, response) => response.json(request.body));
  const send = await listen();
  expect(await send()).toMatchObject({ status: 204, text: '' });
  expect(events).toEqual([EVENT]);
  const json = { 'content-type': 'application/json' };
  expect(await send({ path: '/other', headers: json, body: '{"a":1}' })).toMatchObject({ text: '{"a":1}' });
});

it('receives webhooks in a server of node:http', async () => {
  const events: WebhookEvent[] = [];
  const send = await startReceiver((request, response) => {
    void expressWebhook({ ...options, onEvent: (event) => events.push(event) })(request, response);
  });
  expect(await send()).toMatchObject({ status: 204 });
  expect(events).toEqual([EVENT]);
});

it('answers 400 with the reason to a wrong signature', async () => {
  const { app, listen } = createApp();
  app.post('/hooks', expressWebhook(options));
  const send = await listen();
  const answer = await send({ headers: headersOf({}, OTHER_SECRET) });
  expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/^NO_MATCH: /) as string });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
});

it('answers 500 when onEvent throws, whatever the app does with errors', async () => {
  const { app, errors, listen } = createApp();
  const onError = vi.fn<() => void>();
  app.post('/hooks', expressWebhook({ ...options, onError, onEvent: () => Promise.reject(new Error('no')) }));
  const send = await listen();
  expect(await send()).toMatchObject({ status: 500, text: 'the webhook was not handled' });
  expect(errors).toEqual([]);
  expect(onError).toHaveBeenCalledOnce();
});

it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('answers 405 to %s', async (method) => {
  const { app, listen } = createApp();
  app.use('/hooks', expressWebhook(options));
  const send = await listen();
  const answer = await send({ method, body: '' });
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']).toBe('POST');
});

it.each([
  ['with its length', {}],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('takes 64 kB and answers 413 to a byte more, sent %s', async (_, transfer) => {
  const onEvent = vi.fn<() => void>();
  const { app, listen } = createApp();
  app.post('/hooks', expressWebhook({ ...options, onEvent }));
  const send = await listen();
  const sendBody = (body: string) => send({ headers: { ...headersOf({ body }), ...transfer }, body });
  expect((await sendBody(bodyOf(KB64))).status).toBe(204);
  const refused = await sendBody(bodyOf(KB64 + 1));
  expect(refused.status).toBe(413);
  expect(refused.headers['connection']).toBe('close');
  expect(onEvent).toHaveBeenCalledOnce();
});

it('sees the bytes, not what express.json() would make of them', async () => {
  const body = `${JSON.stringify(EVENT, null, 2)}\n`;
  const { app, listen } = createApp();
  app.post('/hooks', expressWebhook(options));
  const send = await listen();
  expect((await send({ headers: headersOf({ body }), body })).status).toBe(204);
});

it('throws behind express.json(), at the first request and with the line to change', async () => {
  const onEvent = vi.fn<() => void>();
  const { app, errors, listen } = createApp();
  app.use(express.json());
  app.post('/hooks', expressWebhook({ ...options, onEvent }));
  const send = await listen();
  const headers = { ...headersOf(), 'content-type': 'application/json' };
  expect(await send({ headers })).toMatchObject({ status: 500, text: 'by the app' });
  expect(errors[0]?.message).toContain('Move the line app.use(express.json()) below');
  expect(errors[0]?.message).toContain('express.raw(');
  expect(onEvent).not.toHaveBeenCalled();
});

it('throws at once, since Express 4 catches no rejection', () => {
  const parsed = { method: 'POST', headers: {}, body: {}, readableDidRead: true };
  const handler = expressWebhook(options) as (request: unknown, response: unknown) => unknown;
  expect(() => handler(parsed, {})).toThrow('raw body');
});

it.each([
  ['express.raw()', express.raw({ type: '*/*' })],
  ['express.text()', express.text({ type: '*/*' })],
])('takes the body from %s', async (_, parser) => {
  const { app, listen } = createApp();
  app.use(parser);
  app.post('/hooks', expressWebhook(options));
  const send = await listen();
  expect((await send()).status).toBe(204);
  expect((await send({ headers: headersOf({ body: 'other' }) })).status).toBe(400);
});

it('handles nothing when the sender breaks off', async () => {
  const onEvent = vi.fn<() => void>();
  const ended: unknown[] = [];
  const handler = expressWebhook({ ...options, onEvent });
  const server = createServer((request, response) => {
    void handler(request, response).then(() => ended.push(response.writableEnded));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const headers = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${BODY.length}\r\n${headers.join('')}\r\n{"id":`,
  );
  server.once('request', () => socket.destroy());
  await vi.waitFor(() => expect(ended).toEqual([false]));
  expect(onEvent).not.toHaveBeenCalled();
});

it('answers nothing when the app has answered meanwhile, as a time limit does', async () => {
  const handled = vi.fn<() => void>();
  const { app, errors, listen } = createApp();
  app.post('/hooks', (_, response, next) => {
    next();
    response.status(503).end('too late');
  });
  app.post('/hooks', (request, response) =>
    expressWebhook({ ...options, onEvent: () => {} })(request, response).then(handled),
  );
  const send = await listen();
  // A refusal has a text, and so headers, which can no longer be set.
  expect(await send({ headers: headersOf({}, OTHER_SECRET) })).toMatchObject({
    status: 503,
    text: 'too late',
  });
  await vi.waitFor(() => expect(handled).toHaveBeenCalled());
  expect(errors).toEqual([]);
});
