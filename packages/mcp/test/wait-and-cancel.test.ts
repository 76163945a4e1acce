import { expect, it } from 'vitest';
import { openMemory } from './memory.ts';

const LINE = 'client of 2.x, 2026';

it('tells the end of a draft that a person has submitted meanwhile', async () => {
  const { client, open, draft } = openMemory({}, { service: { graceMs: 0 } });
  const { id } = await draft();
  const host = await open(LINE);
  const waiting = host.call('wait_for_intent', { id });
  await client.intents.submit(id);
  const { structuredContent } = await waiting;
  expect(structuredContent).toMatchObject({ done: true, intent: { id, status: 'COMPLETED' } });
});

it('waits for 50 s at most', async () => {
  const { open, draft } = openMemory({});
  const { id } = await draft();
  const host = await open(LINE);
  const { isError, structuredContent } = await host.call('wait_for_intent', { id, seconds: 51 });
  expect([isError, structuredContent.error.name]).toEqual([true, 'ARGUMENTS_INVALID']);
  const wait = (await host.tools()).find(({ name }) => name === 'wait_for_intent');
  expect(wait?.inputSchema).toMatchObject({ properties: { seconds: { default: 50, maximum: 50 } } });
});

it('tells that the intent was never read, and no end', async () => {
  const { open } = openMemory({});
  const host = await open(LINE);
  const id = `int_${'0'.repeat(32)}`;
  const { structuredContent } = await host.call('wait_for_intent', { id, seconds: 1 });
  expect(structuredContent.error.name).toBe('INTENT_NOT_FOUND');
});

it('cancels', async () => {
  const { service, client, open } = openMemory();
  const { id } = await client.intents.create(service.order());
  const host = await open(LINE);
  expect((await host.call('cancel_intent', { id })).structuredContent).toMatchObject({
    id,
    status: 'CANCELLED',
  });
});
