import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentIn } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf, runBinary, type RunOptions } from './procurement-intents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 20 });
});
afterAll(() => service.stop());

const run = (args: string[], options: RunOptions = {}) =>
  runBinary(args, { ...options, env: { ...environmentOf(service), ...options.env } });

const NO_INTENT = `int_${'0'.repeat(32)}`;

it('changes a draft from options and from stdin, submits it, and shows its timeline', async () => {
  const id = await intentIn(service, 'DRAFT');
  const first = await run(['intents', 'update', id, '--quantity', '3', '--json']);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(first.stdout)).toMatchObject({ quantity: 3, version: 2 });

  const second = await run(['intents', 'update', id, '-', '--remarks', 'ring twice', '--json'], {
    input: '{"address": "上海市浦东新区世纪大道 1 号", "remarks": "no"}',
  });
  expect(JSON.parse(second.stdout)).toMatchObject({
    quantity: 3,
    address: '上海市浦东新区世纪大道 1 号',
    remarks: 'ring twice',
    version: 3,
  });

  const submitted = await run(['intents', 'submit', id]);
  expect(submitted).toMatchObject({ exitCode: 0, stderr: '' });
  expect(submitted.stdout).toMatch(/^status\t(SUBMITTED|PROCESSING|COMPLETED)$/m);
  expect(await run(['intents', 'wait', id])).toMatchObject({ exitCode: 0 });

  const events = await run(['intents', 'events', id]);
  expect(events).toMatchObject({ exitCode: 0, stderr: '' });
  const rows = events.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows[0]).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), 'intent.drafted', '', 'DRAFT', '']);
  expect(rows.map(([, type]) => type)).toEqual(
    expect.arrayContaining(['intent.updated', 'intent.submitted', 'intent.completed']),
  );
  const listed = JSON.parse((await run(['intents', 'events', id, '--json'])).stdout) as {
    items: { type: string }[];
  };
  // The order is followed meanwhile, which may add events.
  const types = listed.items.slice(0, rows.length).map(({ type }) => type);
  expect(types).toEqual(rows.map(([, type]) => type));
});

it('refuses a change of another version, and says which one there is', async () => {
  const id = await intentIn(service, 'DRAFT');
  await run(['intents', 'update', id, '--quantity', '3']);
  for (const args of [
    ['update', id, '--quantity', '4'],
    ['submit', id],
    ['delete', id, '--yes'],
  ]) {
    const { exitCode, stderr } = await run(['intents', ...args, '--if-version', '1']);
    expect({ args, exitCode, stderr }).toEqual({
      args,
      exitCode: 1,
      stderr: expect.stringContaining('then repeat with --if-version 2.'),
    });
  }
  expect(await run(['intents', 'delete', id, '--yes', '--if-version', '2'])).toMatchObject({ exitCode: 0 });
});

it('deletes only what was confirmed', async () => {
  const id = await intentIn(service, 'DRAFT');
  const unasked = await run(['intents', 'delete', id]);
  expect(unasked).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('--yes') });
  const deleted = await run(['intents', 'delete', id, '--yes', '--json']);
  expect(deleted).toEqual({ exitCode: 0, stdout: `{"id":"${id}","isDeleted":true}\n`, stderr: '' });
  expect(await run(['intents', 'get', id])).toMatchObject({ exitCode: 1 });
});

it.each([
  [['update', NO_INTENT, '--quantity', '2'], 'intents list` shows those that exist'],
  [['events', NO_INTENT], 'intents list` shows those that exist'],
])('says where to look for an intent that does not exist: %j', async (args, advice) => {
  const { exitCode, stderr } = await run(['intents', ...args]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(advice) });
});

it('says in which status a change works', async () => {
  const id = await intentIn(service, 'COMPLETED');
  const advice = {
    update: 'It is COMPLETED; this works only while it is DRAFT or SUBMITTED.',
    submit: 'It is COMPLETED; this works only while it is DRAFT.',
    delete: 'It is COMPLETED. Delete only a DRAFT, FAILED or CANCELLED intent.',
  };
  const runs = await Promise.all([
    run(['intents', 'update', id, '--quantity', '2']),
    run(['intents', 'submit', id]),
    run(['intents', 'delete', id, '--yes']),
  ]);
  expect(runs.map(({ stderr }) => /what to do: (.*)/.exec(stderr)?.[1])).toEqual(Object.values(advice));
});

it('asks for the health without an App', async () => {
  const env = { PROCUREMENT_BASE_URL: service.baseUrl };
  const healthy = await runBinary(['health', '--json'], { env });
  expect(healthy).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(healthy.stdout)).toMatchObject({ status: 'healthy' });
});
