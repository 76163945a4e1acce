import { beforeAll, beforeEach } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import type { TestService } from '../support/test-service.ts';
import { service, useService } from '../support/use-service.ts';

/** The App whose feed is read; each test has another one. */
export let signer: Signer;
export let events: TestService['publishing'];

/** Another App from now on; default: a new one. */
export async function asApp(one?: Signer): Promise<Signer> {
  const before = signer;
  signer = one ?? (await service.addApp());
  return before;
}

/** Starts the service for the tests of this file, with what publishes events. */
export function useFeed(): void {
  useService();
  beforeAll(async () => {
    events = service.publishing;
    await events.prepareDays(2);
  });
  beforeEach(async () => {
    await publish();
    signer = await service.addApp();
  });
}

/** What the publisher of a worker does until nothing waits. */
export async function publish(): Promise<void> {
  while ((await events.publish()) > 0);
}
export const feed = async (query = '') => service.call('GET', `/api/v1/events${query}`, { signer });
export const page = async (query = '') => (await feed(query)).body.data;
export const create = async (fields = {}) => {
  const body = { ...intentBody(service), ...fields };
  const answer = await service.call('POST', '/api/v1/intents', { signer, body });
  return answer.body.data.id as string;
};
export const change = (method: string, id: string, more = '', body?: object) =>
  service.call(method, `/api/v1/intents/${id}${more}`, { signer, ...(body && { body }) });

/** Events as the database would have them, without the purchases that they tell of. */
export async function addEvents(count: number, type = 'intent.updated'): Promise<void> {
  await service.database.$executeRaw`
    WITH added AS (
      INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at")
      SELECT 'int_' || lpad(to_hex(n), 32, '0'), ${signer.appId}, 'DRAFT', n, ${type}, now()
      FROM generate_series(1, ${count}::int) AS n RETURNING "id")
    INSERT INTO "unpublished_events" SELECT "id" FROM added`;
}
