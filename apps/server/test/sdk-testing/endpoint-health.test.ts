import { describe, expect, it } from 'vitest';
import { createTestService } from '../../../../packages/sdk/src/testing/index.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { watchEndpoints } from '../../src/webhooks/start-delivering.ts';
import {
  call,
  clock,
  createIntent,
  deliver,
  delivering,
  feed,
  HOUR,
  pass,
  publish,
  receiver,
  useWebhooks,
  WEBHOOKS,
} from '../webhooks/use-webhooks.ts';

// What becomes of endpoints that take nothing: each row runs in the real service and in the one in memory, and both must
// tell the same.

useWebhooks();

/** One of the two services, with endpoints at paths of one receiver. */
interface Host {
  addEndpoint(path: string, fields?: object): Promise<string>;
  draft(): Promise<unknown>;
  /** Delivers what is due, and looks at the endpoints after it. */
  deliver(): Promise<void>;
  pass(seconds: number): Promise<void>;
  /** Answers requests to this path with this status; 204 without. */
  answer(path: string, status: number): void;
  change(id: string, fields: object): Promise<unknown>;
  /** Sends what the endpoint has missed since then. */
  replay(id: string, since: Date): Promise<void>;
  show(id: string): Promise<any>;
  feed(): Promise<any[]>;
  /** The types that each path has got. */
  got(): Record<string, string[]>;
}

function realHost(): Host {
  const statuses = new Map<string, number>();
  receiver.respond(({ path }, response) => response.writeHead(statuses.get(path) ?? 204).end());
  return {
    addEndpoint: async (path, fields) =>
      (await call('POST', WEBHOOKS, { url: receiver.origin + path, ...fields })).body.data.id,
    draft: () => createIntent(),
    async deliver() {
      await publish();
      await deliver();
      await watchEndpoints(delivering.results, createLogger('silent'));
      await publish();
    },
    pass,
    answer: (path, status) => void statuses.set(path, status),
    change: (id, fields) => call('PUT', `${WEBHOOKS}/${id}`, fields),
    async replay(id, since) {
      await call('POST', `${WEBHOOKS}/${id}/replays`, { since: since.toISOString() });
      await delivering.replays.step();
      await deliver();
    },
    show: async (id) => (await call('GET', `${WEBHOOKS}/${id}`)).body.data,
    feed,
    got: () => typesByPath(receiver.received),
  };
}

function memoryHost(): Host {
  const statuses = new Map<string, number>();
  const received: { path: string; event: { type: string } }[] = [];
  const service = createTestService({
    now: clock.now(),
    async onWebhook(request) {
      const { pathname: path } = new URL(request.url);
      received.push({ path, event: JSON.parse(await request.text()) });
      return new Response(null, { status: statuses.get(path) ?? 204 });
    },
  });
  const { intents, webhooks, events } = service.client();
  return {
    addEndpoint: async (path, fields) =>
      (await webhooks.create({ url: `https://erp.example.com${path}`, ...fields })).id,
    draft() {
      service.clock.advance(1000);
      return intents.create(service.order({ draft: true }));
    },
    async deliver() {
      await service.deliverWebhooks();
    },
    pass: async (seconds) => service.clock.advance(seconds * 1000),
    answer: (path, status) => void statuses.set(path, status),
    change: (id, fields) => webhooks.update(id, fields),
    async replay(id, since) {
      await webhooks.replay(id, { since: since.toISOString() });
      await service.deliverWebhooks();
    },
    show: (id) => webhooks.get(id),
    feed: async () => (await events.list()).items,
    got: () => typesByPath(received),
  };
}

const typesByPath = (received: readonly { path: string; event: { type: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(received, ({ path }) => path)].map(([path, own]) => [
      path,
      own.map(({ event }) => event.type),
    ]),
  );

/** Runs a row in both. */
async function inBoth<T>(run: (host: Host) => Promise<T>): Promise<T> {
  const inMemory = await run(memoryHost());
  const inReal = await run(realHost());
  expect(inMemory).toEqual(inReal);
  return inReal;
}

/** Events without what differs between two runs: their ids and what they are about. */
const told = (items: any[], names: Record<string, string>) =>
  items.map(({ type, data, sequence }) => ({
    type,
    sequence,
    ...(data.webhookId && { ...data, webhookId: names[data.webhookId] }),
  }));

describe('an endpoint that takes nothing (DL9)', () => {
  it('is told of after a day, disabled after five, and other endpoints hear of both', async () => {
    const { events, last, got } = await inBoth(async (host) => {
      host.answer('/first', 500);
      const failing = await host.addEndpoint('/first');
      await host.addEndpoint('/others');
      await host.draft();
      await host.deliver();
      const { failingSince } = await host.show(failing);
      for (const hours of [23, 2, 24, 24, 24, 24]) {
        await host.pass(hours * HOUR);
        await host.deliver();
      }
      await host.deliver();
      const { status, disabledReason, version } = await host.show(failing);
      const items = told(await host.feed(), { [failing]: 'failing' });
      return {
        events: items.map((each) => ({ ...each, ...(each.detail === failingSince && { detail: 'since' }) })),
        last: { status, disabledReason, version },
        got: host.got()['/others'],
      };
    });
    expect(events).toEqual([
      { type: 'intent.drafted', sequence: 1 },
      { type: 'webhook.failing', sequence: 2, webhookId: 'failing', detail: 'since' },
      { type: 'webhook.disabled', sequence: 3, webhookId: 'failing', detail: 'FAILING' },
    ]);
    expect(last).toEqual({ status: 'DISABLED', disabledReason: 'FAILING', version: 2 });
    expect(got).toEqual(['intent.drafted', 'webhook.failing', 'webhook.disabled']);
  });

  it('is not told of when it has taken one, and begins anew when it is enabled again', async () => {
    const events = await inBoth(async (host) => {
      host.answer('/first', 500);
      const id = await host.addEndpoint('/first');
      await host.draft();
      await host.deliver();
      host.answer('/first', 204);
      await host.pass(10);
      await host.deliver();
      await host.pass(30 * HOUR);
      await host.deliver();
      const wasWell = (await host.show(id)).failingSince;
      host.answer('/first', 500);
      await host.draft();
      await host.deliver();
      await host.pass(1);
      await host.change(id, { status: 'DISABLED' });
      await host.change(id, { status: 'ENABLED' });
      await host.pass(30 * HOUR);
      await host.deliver();
      return [wasWell, (await host.show(id)).failingSince, told(await host.feed(), {})];
    });
    expect(events).toEqual([
      undefined,
      undefined,
      [1, 2].map((sequence) => ({ type: 'intent.drafted', sequence })),
    ]);
  });

  it('that is gone is disabled at once, and is not told of it by a replay either', async () => {
    const { events, got } = await inBoth(async (host) => {
      host.answer('/first', 410);
      const gone = await host.addEndpoint('/first');
      await host.addEndpoint('/watching', { eventTypes: ['webhook.disabled'] });
      await host.draft();
      await host.deliver();
      await host.deliver();
      const events = told(await host.feed(), { [gone]: 'gone' });
      const since = new Date((await host.show(gone)).disabledAt);
      await host.pass(1);
      host.answer('/first', 204);
      await host.change(gone, { status: 'ENABLED' });
      await host.replay(gone, new Date(since.getTime() - HOUR * 1000));
      return { events, got: host.got() };
    });
    expect(events).toEqual([
      { type: 'intent.drafted', sequence: 1 },
      { type: 'webhook.disabled', sequence: 2, webhookId: 'gone', detail: 'GONE' },
    ]);
    expect(got).toEqual({
      '/first': ['intent.drafted', 'intent.drafted'],
      '/watching': ['webhook.disabled'],
    });
  });
});
