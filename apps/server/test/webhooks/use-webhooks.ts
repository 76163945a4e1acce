import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Deliverer } from '../../src/webhooks/deliver.ts';
import type { DeliveringDeps } from '../../src/webhooks/start-delivering.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { expectError } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import {
  type Answer,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/test-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const clock = createFakeClock();
export let service: TestService;
export let receiver: Receiver;
export let delivering: DeliveringDeps;
/** The App of each test. */
export let signer: Signer;
let deliverer: Deliverer;

export const ALL = ['intents:read', 'intents:write', 'webhooks:read', 'webhooks:write'] as const;
export const WEBHOOKS = '/api/v1/webhooks';

/** Starts the service with a receiver for the tests of this file, by a clock that they move. */
export function useWebhooks(options: Omit<TestServiceOptions, 'clock'> = {}): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService({ webhookLoopbackOrigins: [receiver.origin], ...options, clock });
    delivering = service.openDelivering();
    deliverer = new Deliverer(delivering);
    await service.publishing.prepareDays(2);
  });
  afterAll(async () => {
    await delivering.sender.close();
    await service.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    clock.advance(1000);
    await service.syncClock();
    await publish();
    // What the tests before have left.
    await service.database.webhookEndpoint.deleteMany();
    signer = await service.addApp({ permissions: ALL });
    receiver.respond((_, response) => response.writeHead(204).end());
    receiver.received.length = 0;
  });
}

export const call = (
  method: string,
  path: string,
  body?: object | null,
  headers: Record<string, string> = {},
) => service.call(method, path, { signer, headers, ...(body && { body }) });

export const HOUR = 3600;
/** Answers all requests from now on with this status. */
export const fail = (status = 500): void =>
  receiver.respond((_, response) => response.writeHead(status).end());
export const succeed = (): void => fail(204);
/** What the feed of the App has. */
export const feed = async () => (await call('GET', '/api/v1/events')).body.data.items;

let paths = 0;
/** A new endpoint at a path of its own. */
export async function createEndpoint(fields: Record<string, unknown> = {}) {
  paths += 1;
  const path = `/hooks/${paths}`;
  const answer = await call('POST', WEBHOOKS, { url: receiver.origin + path, ...fields });
  const { id, secret } = answer.body.data as { id: string; secret: string };
  return { answer, path, id, secret };
}

export const createIntent = async (fields: object = {}): Promise<string> => {
  clock.advance(1000);
  const answer = await call('POST', '/api/v1/intents', { ...intentBody(service), draft: true, ...fields });
  return answer.body.data.id as string;
};

/** What the publisher of a worker does until nothing waits. */
export async function publish(): Promise<void> {
  await service.syncClock();
  await service.publishing.prepareDays(2);
  while ((await service.publishing.publish()) > 0);
}

/** What the sender of a worker does until nothing is due. Says how many requests went out. */
export async function deliver(by = deliverer): Promise<number> {
  await service.syncClock();
  let sent = 0;
  for (;;) {
    const begun = await by.begin(256, 4);
    await by.finish(20_000);
    sent += begun;
    if (begun === 0) return sent;
  }
}

/** A sender whose process has died: its attempts are on record, and nothing comes of them. */
export const deadDeliverer = (): Deliverer =>
  new Deliverer({
    ...delivering,
    sender: { ...delivering.sender, send: () => new Promise<never>(() => undefined) },
  });

/** Time passes: by the clock of the service and of the database. */
export async function pass(seconds: number): Promise<void> {
  clock.advance(seconds * 1000);
  await service.syncClock();
}

export const deliveriesOf = async (id: string, query = '') =>
  (await call('GET', `${WEBHOOKS}/${id}/deliveries${query}`)).body.data;

/** The fields that a refusal names. */
export function fieldsOf(answer: Answer): string[] {
  expectError(answer, 'VALIDATION_FAILED');
  return answer.body.data.errors.map(({ field }: { field: string }) => field);
}
