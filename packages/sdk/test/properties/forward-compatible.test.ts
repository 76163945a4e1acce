import { expect, it, vi } from 'vitest';
import type { OperationId, ProcurementIntents } from '../../src/index.ts';
import { createTestService } from '../../src/testing/index.ts';
import { seededRandom } from '../seeded-random.ts';
import { createClient } from '../start-service.ts';

const ANSWERS = 2_000;

type Call = (client: ProcurementIntents, id: string) => PromiseLike<unknown>;

/** In an order in which each call succeeds. */
const CALLS: Partial<Record<OperationId, Call>> = {
  getHealth: (client) => client.health(),
  getIntent: ({ intents }, id) => intents.get(id),
  listIntents: ({ intents }) => intents.list(),
  listIntentEvents: ({ intents }, id) => intents.events(id),
  updateIntent: ({ intents }, id) => intents.update(id, { quantity: 3 }),
  submitIntent: ({ intents }, id) => intents.submit(id),
  cancelIntent: ({ intents }, id) => intents.cancel(id),
  deleteIntent: ({ intents }, id) => intents.delete(id),
};

/** The current responses of the service. */
async function record(): Promise<{ call: Call; envelope: unknown }[]> {
  const service = createTestService();
  service.purchases.hold({});
  const bodies: string[] = [];
  const client = createClient('https://recorded.example', {
    appId: service.app.appId,
    appSecret: service.app.appSecret,
    async fetch(url, init) {
      const response = await service.fetch(url, init);
      const body = await response.text();
      bodies.push(body);
      return { ok: response.ok, status: response.status, headers: response.headers, text: async () => body };
    },
  });
  const create: Call = ({ intents }) => intents.create({ ...service.order(), draft: true });
  await create(client, '');
  const id = service.intents()[0]?.id ?? '';
  const calls = [create, ...Object.values(CALLS)];
  for (const call of calls.slice(1)) await call(client, id);
  return calls.map((call, index) => ({ call, envelope: JSON.parse(bodies[index] ?? '') as unknown }));
}

const STRANGE = ['A_STATUS_OF_2030', '', null, 0, -1, 1e21, true, {}, { nested: [null] }];

/** `value` as a later version of the service might send it: fields added, removed or renamed, other values. */
function mutate(value: unknown, random: () => number): unknown {
  const pick = () => STRANGE[Math.floor(random() * STRANGE.length)];
  // A list stays a list: programs may rely on this.
  if (Array.isArray(value)) return value.map((each: unknown) => mutate(each, random));
  if (typeof value !== 'object' || value === null) return random() < 0.3 ? pick() : value;
  const fields = Object.entries(value)
    .filter(([, each]) => Array.isArray(each) || random() > 0.15)
    .map(([name, each]) => [name, mutate(each, random)] as const);
  return { ...Object.fromEntries(fields), [`field${Math.floor(random() * 99)}`]: pick() };
}

it(`${ANSWERS} changed responses make no call throw`, async () => {
  const recorded = await record();
  const random = seededRandom(3);
  const thrown: unknown[] = [];
  for (let index = 0; index < ANSWERS; index += 1) {
    const { call, envelope } = recorded[index % recorded.length] as (typeof recorded)[number];
    const { data } = envelope as { data: unknown };
    const mutated = { ...(mutate({}, random) as object), code: 0, data: mutate(data, random) };
    const client = createClient('https://later.example', {
      fetch: async () => new Response(JSON.stringify(mutated)),
    });
    try {
      const result = await call(client, 'int_1');
      // The response to a delete has no data.
      const expected = result === undefined ? undefined : mutated.data;
      expect(result).toEqual(expected);
    } catch (error) {
      thrown.push({ error, mutated });
    }
  }
  expect(thrown).toEqual([]);
});

it('a list with changed responses is read to its end', async () => {
  const random = seededRandom(5);
  let pages = 0;
  const client = createClient('https://later.example', {
    async fetch() {
      pages += 1;
      const items = Array.from({ length: 20 }, (_, id) => ({
        id: `int_${pages}_${id}`,
        status: 'SUBMITTED',
      }));
      const nextCursor = pages < 20 ? `page_${pages}` : null;
      const data = { ...(mutate({ items, total: 400 }, random) as object), nextCursor };
      return new Response(JSON.stringify({ code: 0, message: '', data }));
    },
  });
  let count = 0;
  for await (const _ of client.intents.list()) count += 1;
  expect([count, pages]).toEqual([400, 20]);
});

it('a wait does not end with an unknown status', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const statuses = ['AWAITING_CUSTOMS', 'PROCESSING', 'COMPLETED'];
  vi.useFakeTimers();
  try {
    let reads = 0;
    const client = createClient('https://later.example', {
      fetch: async () => {
        const data = { id: 'int_1', status: statuses[reads], version: (reads += 1) };
        return new Response(JSON.stringify({ code: 0, message: '', data }));
      },
    });
    const seen: string[] = [];
    const waiting = client.intents.waitFor('int_1', { onChange: ({ status }) => seen.push(status) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await waiting).status).toBe('COMPLETED');
    expect(seen).toEqual(statuses);
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});
