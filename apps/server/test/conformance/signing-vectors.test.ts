import { LIMITS } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bodyOf,
  SERVER_TIME_MS,
  type SigningVector,
  SIGNING_VECTORS,
} from '../../../../packages/contract/test/read-signing-vectors.ts';
import { expectEnvelope, expectError } from '../support/expect-answer.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let nowMs = SERVER_TIME_MS;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => new Date(nowMs) } });
});
afterAll(() => service.stop());

/** Text as the bytes of its UTF-8, one character each: the way into a request line or header. */
const onTheWire = (text: string): string => Buffer.from(text).toString('latin1');

/** Sends the vector byte for byte, in the name of an App that has its secret. */
async function send(vector: SigningVector, signature = vector.signature) {
  const { appId } = await service.addApp({ secret: vector.appSecret });
  const body = bodyOf(vector);
  const bytes = requestBytes(
    `${onTheWire(vector.method)} ${onTheWire(vector.path)} HTTP/1.1`,
    [
      `X-App-Id: ${appId}`,
      `X-Timestamp: ${onTheWire(vector.timestamp)}`,
      `X-Signature: ${signature}`,
      ...(body.length === 0 ? [] : ['Content-Type: application/json']),
    ],
    body,
  );
  return rawRequest(service.port, bytes);
}

/** Failed authentications of an address are limited: the seconds of the service's clock share them. */
function setClock(index: number, { timestamp }: SigningVector): void {
  const isAnySecond = timestamp === String(SERVER_TIME_MS);
  nowMs = SERVER_TIME_MS + (isAnySecond ? (index % 10) * 1000 : 0);
}

/** The vectors of a kind; answers to HEAD have no body, so they are looked at apart. */
function vectorsOf(kind: 'accept' | 'refuse', { isHead }: { isHead: boolean }) {
  const indexed = SIGNING_VECTORS.map((vector, index) => ({ name: vector.name, vector, index }));
  return indexed.filter(
    ({ vector }) =>
      (vector.expect === 'accept') === (kind === 'accept') && (vector.method === 'HEAD') === isHead,
  );
}

async function sendBoth(vector: SigningVector) {
  const { signature } = vector;
  const forged = await send(vector, signature.slice(0, 63) + (signature.endsWith('0') ? '1' : '0'));
  return { forged, answer: await send(vector) };
}

describe('a vector to accept', () => {
  it.each(vectorsOf('accept', { isHead: true }))(
    '$name: passes authentication, and not with one digit changed',
    async ({ vector, index }) => {
      setClock(index, vector);
      const { forged, answer } = await sendBoth(vector);
      expect([forged.status, answer.status]).toEqual([401, 200]);
    },
  );

  it.each(vectorsOf('accept', { isHead: false }))(
    '$name: passes authentication, and not with one digit changed',
    async ({ vector, index }) => {
      setClock(index, vector);
      const { forged, answer } = await sendBoth(vector);
      expectError(toAnswer(forged), 'SIGNATURE_INVALID');
      const { status, body } = toAnswer(answer);
      expectEnvelope(toAnswer(answer));
      // What the route then says: done, a field at fault, or no such intent.
      expect([0, 40001, 40401]).toContain(body.code);
      expect(status).toBeLessThan(405);
    },
  );
});

describe('a vector to refuse', () => {
  it.each(vectorsOf('refuse', { isHead: true }))('$name: is refused', async ({ vector, index }) => {
    setClock(index, vector);
    expect(await send(vector)).toMatchObject({ status: 401, text: '' });
  });

  it.each(vectorsOf('refuse', { isHead: false }))(
    '$name: is refused with its code',
    async ({ vector, index }) => {
      if (vector.expect === 'accept') throw new Error('the vector is to be accepted');
      setClock(index, vector);
      const answer = toAnswer(await send(vector));
      expectError(answer, vector.expect.name);
      expect(answer.body.code).toBe(vector.expect.code);
    },
  );

  it('was in time, so that the timestamp is not the reason, unless it is meant to be', () => {
    const late = SIGNING_VECTORS.filter(
      ({ timestamp }) => !(Math.abs(Number(timestamp) - SERVER_TIME_MS) <= LIMITS.timestampSkewMs),
    );
    expect(late.every((vector) => vector.expect !== 'accept' && vector.expect.code === 40102)).toBe(true);
  });
});

it('nothing of all this has left a record', async () => {
  expect(await service.database.intent.count()).toBe(0);
});
