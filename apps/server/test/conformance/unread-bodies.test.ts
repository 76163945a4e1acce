import { once } from 'node:events';
import { connect } from 'node:net';
import {
  contract,
  LIMITS,
  type OperationId,
  type RouteMetadata,
  ROUTES,
} from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { signedHeaders } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { clock, service, useService } from '../support/use-service.ts';

const SHORT_PROCESSING_MS = 300;
let hasty: TestService;

useService();
beforeAll(async () => {
  hasty = await startTestService({ clock, processingMs: SHORT_PROCESSING_MS });
});
afterAll(() => hasty.stop());

const ID = `int_${'0'.repeat(32)}`;
const OPERATIONS = Object.keys(contract) as OperationId[];
const metadataOf = (operation: OperationId): RouteMetadata => contract[operation].metadata;
const SIGNED = OPERATIONS.filter((operation) => metadataOf(operation).auth === 'signed');
const takesBody = (operation: OperationId): boolean => {
  const metadata = metadataOf(operation);
  return metadata.auth === 'signed' && metadata.body === 'json';
};
const lineOf = (operation: OperationId): string =>
  `${ROUTES[operation].method} ${ROUTES[operation].path.replace(':id', ID)} HTTP/1.1`;

function headersFor(operation: OperationId, changes: Record<string, string> = {}): Record<string, string> {
  const { method, path } = ROUTES[operation];
  const timestamp = String(clock.now().getTime());
  const signed = signedHeaders(service.signer, { method, path: path.replace(':id', ID), timestamp });
  return { ...signed, 'Content-Type': 'application/json', ...changes };
}

/** Sends a head that says a body follows, and nothing of it. */
async function sendHead(operation: OperationId, changes: Record<string, string>) {
  const head = requestBytes(lineOf(operation), { ...headersFor(operation), ...changes });
  const answer = await rawRequest(service.port, head);
  expect(answer.headers['connection']).toBe('close');
  return toAnswer(answer);
}

const LARGE = String(LIMITS.bodyBytes);
const FRAMINGS = [{ 'Content-Length': LARGE }, { 'Transfer-Encoding': 'chunked' }] as Record<
  string,
  string
>[];

describe('before the body has come (A3, A10)', () => {
  it.each(SIGNED)('%s judges length, App and timestamp, in this order', async (operation) => {
    const stale = String(clock.now().getTime() - LIMITS.timestampSkewMs - 1);
    for (const framing of FRAMINGS) {
      const unknown = { ...framing, 'X-App-Id': 'app_unknown', 'X-Timestamp': stale };
      expectError(await sendHead(operation, unknown), 'APP_UNKNOWN');
      expectError(await sendHead(operation, { ...framing, 'X-Timestamp': stale }), 'TIMESTAMP_INVALID');
    }
    const tooLarge = { 'Content-Length': String(LIMITS.bodyBytes + 1), 'X-App-Id': 'app_unknown' };
    expectError(await sendHead(operation, tooLarge), 'BODY_TOO_LARGE');
  });

  it.each(OPERATIONS.filter((operation) => !takesBody(operation)))(
    '%s refuses to take one',
    async (operation) => {
      expectError(await sendHead(operation, { 'Content-Length': '2' }), 'BODY_MALFORMED');
    },
  );

  it('an unknown path and a wrong method are told', async () => {
    const ask = async (line: string) =>
      toAnswer(
        await rawRequest(service.port, requestBytes(`${line} HTTP/1.1`, [`Content-Length: ${LARGE}`])),
      );
    expectError(await ask('POST /api/v1/purchases'), 'ROUTE_NOT_FOUND');
    expectError(await ask(`PATCH ${ROUTES.createIntent.path}`), 'METHOD_NOT_ALLOWED');
  });

  it('a signature is not: it needs the body', async () => {
    const head = requestBytes(lineOf('createIntent'), headersFor('createIntent', { 'Content-Length': '3' }));
    const answer = rawRequest(service.port, Buffer.concat([head, Buffer.from('{ }')]));
    expectError(toAnswer(await answer), 'SIGNATURE_INVALID');
  });
});

it('a body that came whole with its refused head leaves the connection open', async () => {
  const socket = connect(service.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  const refused = requestBytes(lineOf('createIntent'), headersFor('createIntent', { 'X-App-Id': 'x' }), '{}');
  socket.write(refused);
  await vi.waitFor(() => expect(received).toContain('40103'));
  socket.write(requestBytes(`GET ${ROUTES.getHealth.path} HTTP/1.1`));
  await vi.waitFor(() => expect(received).toContain('"healthy"'));
});

it('a body that does not end in the time for one call is 50301, and the connection ends', async () => {
  const socket = connect(hasty.port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  const { appId } = hasty.signer;
  const headers = headersFor('createIntent', { 'X-App-Id': appId, 'Content-Length': LARGE });
  socket.write(requestBytes(lineOf('createIntent'), headers, Buffer.alloc(50_000, 'x')));
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1.1 503 .*\r\nConnection: close\r\n.*50301/s);
});
