import { randomInt } from 'node:crypto';
import { ROUTES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { intentBody } from '../support/intent-factory.ts';
import { type RawAnswer, rawRequest, requestBytes } from '../support/raw-request.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { differencesOf, takeSnapshot } from './database-snapshot.ts';
import { exchangeBytes } from './exchange-bytes.ts';
import { expectHarmless } from './expect-harmless.ts';
import { damagedBytes, handMadeBytes } from './hostile-bytes.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { isLongRun, runLength } from './run-length.ts';

const REQUESTS = runLength(420, 9000);
const DAMAGED = runLength(180, 3000);
// Below every limit of a second, so that hardly any request ends at the limiter; ten a second and App.
const BATCH = 60;
const APPS = 6;
// A machine that does other things as well must not fail the short run.
const ANSWER_WITHIN_MS = runLength(5000, 1000);
// The short run asks the same every time, the long one something new; a failure shows its request either way.
const SEED = isLongRun ? randomInt(2 ** 31) : 20_261_121;
const STATUSES = ['DRAFT', 'SUBMITTED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

const clock = createFakeClock();
let service: TestService;
let signers: Signer[];
let ids: string[];
const changed = new Set<string>();

beforeAll(async () => {
  service = await startTestService({ clock });
  signers = await Promise.all(Array.from({ length: APPS }, () => service.addApp()));
  const rows = await seedIntents(service, 60, (index) => ({
    appId: signers[index % APPS]?.appId ?? '',
    status: STATUSES[index % STATUSES.length] ?? 'DRAFT',
  }));
  ids = rows.map(({ id }) => id);
});
afterAll(() => service.stop());

/** The three signing headers, or what a caller sends who cannot or will not sign. */
function signingLines(request: HostileRequest, signer: Signer): string[] {
  const { method, target, body, signing } = request;
  if (signing === 'none') return [];
  const by = signing === 'unknown' ? { ...signer, appId: 'app_nobody' } : signer;
  const path = signing === 'other-path' ? `${target}x` : target;
  const ageMs = signing === 'stale' ? 300_001 : 0;
  const timestamp = String(clock.now().getTime() - ageMs);
  const headers = signedHeaders(by, { method, path, body, timestamp });
  if (signing === 'wrong') headers['X-Signature'] = '0'.repeat(64);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return signing === 'twice' ? [...lines, ...lines] : lines;
}

async function send(request: HostileRequest, signer: Signer): Promise<RawAnswer> {
  const { method, target, headers, body } = request;
  const lines = [...signingLines(request, signer), ...headers];
  const bytes = requestBytes(`${method} ${target} HTTP/1.1`, lines, body);
  const answer = await rawRequest(service.port, bytes, ANSWER_WITHIN_MS);
  noteChange(target, answer);
  return answer;
}

/** Remembers the intents that a request was allowed to make, change or remove: all others must stay as they are. */
function noteChange(target: string, { status, text }: RawAnswer): void {
  if (status >= 300) return;
  for (const [id] of `${target} ${text.slice(0, 500)}`.matchAll(/int_[0-9a-f]{32}/g)) changed.add(id);
}

/** Runs `work` on each in turn of a second of its own, and holds the database against what it was before. */
async function inBatches<T>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH) {
    clock.advance(1000);
    const before = await takeSnapshot(service);
    await Promise.all(all.slice(start, start + BATCH).map(work));
    expect(differencesOf(before, await takeSnapshot(service), changed)).toEqual([]);
  }
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part?.type === 'Buffer' ? Buffer.from(part.data).toString('latin1') : part,
  );

/** Adds to a failure what was sent. */
async function blaming(what: unknown, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nseed ${SEED}: ${show(what).slice(0, 6000)}`, { cause });
  }
}

async function goodRequests(): Promise<Buffer[]> {
  const body = JSON.stringify(intentBody(service, 'ordinary', { draft: true }));
  const timestamp = String(clock.now().getTime());
  const ask = (method: string, path: string, content = ''): Buffer => {
    const signed = signedHeaders(service.signer, { method, path, body: content, timestamp });
    const type = content === '' ? {} : { 'Content-Type': 'application/json' };
    return requestBytes(`${method} ${path} HTTP/1.1`, { ...signed, ...type }, content);
  };
  const { path } = ROUTES.listIntents;
  const own = await seedIntents(service, 1, () => ({ appId: service.signer.appId }));
  const one = `${path}/${own[0]?.id}`;
  for (const { id } of own) changed.add(id);
  return [
    ask('POST', path, body),
    ask('GET', `${path}?page=1`),
    ask('PUT', one, '{"quantity":3}'),
    ask('DELETE', one),
  ];
}

async function expectHarmlessAnswers(bytes: Buffer): Promise<void> {
  const answers = await exchangeBytes(service.port, bytes, ANSWER_WITHIN_MS);
  for (const answer of answers) {
    expectHarmless(answer, null);
    noteChange('', answer);
  }
}

describe('hostile requests get an answer of the contract and change nothing', () => {
  it(
    `${REQUESTS} requests made from the contract`,
    async () => {
      const arbitrary = hostileRequests({ ids, body: intentBody(service, 'ordinary', { draft: true }) });
      const requests = fc.sample(arbitrary, { numRuns: REQUESTS, seed: SEED });
      const statuses = new Map<number, number>();
      await inBatches(requests, (request, index) =>
        blaming(request, async () => {
          const answer = await send(request, signers[index % APPS] as Signer);
          expectHarmless(answer, request);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }),
      );
      // They got as far as they should: to the door, to the routes, to the schemas and to the rows.
      for (const status of [200, 400, 401, 403, 404, 405])
        expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
      expect(statuses.get(429) ?? 0).toBeLessThan(REQUESTS / 20);
    },
    runLength(60_000, 900_000),
  );

  it(
    `bytes made by hand, and ${DAMAGED} good requests after an accident`,
    async () => {
      clock.advance(1000);
      const [create = Buffer.alloc(0)] = await goodRequests();
      await inBatches(handMadeBytes(create), (bytes) => blaming(bytes, () => expectHarmlessAnswers(bytes)));
      for (let sent = 0; sent < DAMAGED; sent += BATCH) {
        clock.advance(1000);
        const damaged = fc.sample(damagedBytes(await goodRequests()), { numRuns: BATCH, seed: SEED + sent });
        await inBatches(damaged, (bytes) => blaming(bytes, () => expectHarmlessAnswers(bytes)));
      }
    },
    runLength(60_000, 900_000),
  );

  it('and afterwards the service does its work', async () => {
    clock.advance(1000);
    const answer = await service.call('POST', ROUTES.createIntent.path, { body: intentBody(service) });
    expectSuccess(answer, 'createIntent');
  });
});
