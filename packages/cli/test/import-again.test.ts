import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { ProcurementIntents } from '@procurement-intents/sdk';
import { expect, it, vi } from 'vitest';
import { hostService } from './host-service.ts';
import { FAST, HEADER, importFile, readReport, row, rowsUpTo, writeCsv } from './import-file.ts';
import { run, SECRET, start } from './run.ts';

it('goes on after it was killed, and after lost answers, without buying anything twice', async () => {
  let kill = () => {};
  // Of the requests in flight when the process dies, some are carried out and some are not.
  const { service, env, keys } = await hostService(FAST, (count) => (count === 17 ? kill() : undefined));
  const file = writeCsv(rowsUpTo(40));
  const first = start(['intents', 'import', file], env);
  kill = () => void first.kill('SIGKILL');
  expect(await once(first, 'close')).toEqual([null, 'SIGKILL']);
  expect(service.intents().length).toBeLessThan(40);

  // A row that was sent, and has no answer, may have been bought.
  const outcomes = new Map(readReport(file).map(({ line, outcome }) => [line, outcome]));
  const open = [...outcomes].find(([, outcome]) => outcome === 'sent')?.[0] ?? 0;
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.with(open - 1, row(99)).join('\n'));
  const changed = await run(['intents', 'import', file], env);
  expect(changed).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('unclear whether it was accepted'),
  });
  writeFileSync(file, lines.join('\n'));

  service.fail('createIntent', { drop: 'answer' }, { times: 3 });
  const { exitCode, stdout } = await importFile(file, env);
  expect(exitCode).toBe(0);
  const { accepted, acceptedBefore } = JSON.parse(stdout);
  expect(accepted + acceptedBefore).toBe(40);
  expect(service.intents()).toHaveLength(40);
  // Rows whose answers were lost were sent again, under their own keys.
  expect(keys.length).toBeGreaterThan(40);
  expect(new Set(keys).size).toBe(40);
});

it('goes on with reordered columns after a lost answer, and buys nothing twice', async () => {
  let kill = () => {};
  const { service, env } = await hostService(FAST, (count) => (count === 1 ? kill() : undefined));
  const file = writeCsv([row(1)]);
  const first = start(['intents', 'import', file], env);
  kill = () => void first.kill('SIGKILL');
  await once(first, 'close');
  await vi.waitFor(() => expect(service.intents()).toHaveLength(1));

  const cells = row(1).split(',');
  const reordered = [HEADER.split(',').toReversed().join(','), cells.toReversed().join(',')];
  writeFileSync(file, `${reordered.join('\n')}\n`);
  const second = await importFile(file, env);
  expect(JSON.parse(second.stdout)).toMatchObject({ accepted: 1, refused: 0 });
  expect(service.intents()).toHaveLength(1);
});

it('goes on after a stop with labels in another order, and buys nothing twice', async () => {
  let kill = () => {};
  const { service, env } = await hostService(FAST, (count) => (count === 17 ? kill() : undefined));
  const header = `${HEADER},labels`;
  const rowsWith = (labels: string) => rowsUpTo(40).map((line) => `${line},"${labels}"`);
  const file = writeCsv(rowsWith('batch=2026-11,cost-center=it'), header);
  const first = start(['intents', 'import', file], env);
  kill = () => void first.kill('SIGKILL');
  await once(first, 'close');
  expect(service.intents().length).toBeLessThan(40);

  // As a spreadsheet of another person, or another export, has them.
  writeFileSync(file, `${[header, ...rowsWith('cost-center=it,batch=2026-11')].join('\n')}\n`);
  const { exitCode, stdout } = await importFile(file, env);
  expect(exitCode).toBe(0);
  const { accepted, acceptedBefore, refused } = JSON.parse(stdout);
  expect([accepted + acceptedBefore, refused]).toEqual([40, 0]);
  expect(service.intents()).toHaveLength(40);
});

it('finds what a program has bought with the SDK under the same key, whatever the order of its fields', async () => {
  const { service, env, bodies } = await hostService(FAST);
  const client = new ProcurementIntents({
    baseUrl: env['PROCUREMENT_BASE_URL'] ?? '',
    appId: 'app_test',
    appSecret: SECRET,
  });
  const order = {
    userId: 'user_1',
    platform: 'PLATFORM_A',
    title: 'item 1',
    productUrl: 'https://item.shop-a.example/1',
    quantity: 1,
    price: 19.9,
    phone: '13800138000',
    recipientName: '张三',
    address: '北京市朝阳区建国路 88 号',
  } as const;
  await client.intents.create(order, { idempotencyKey: 'order-1' });

  const { stdout } = await importFile(writeCsv([`${row(1)},order-1`], `${HEADER},idempotencyKey`), env);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, refused: 0 });
  expect(service.intents()).toHaveLength(1);
  expect(bodies[1]).toBe(bodies[0]);
});

it('keeps a row whose key something else was bought under, until its key is back', async () => {
  const { service, env } = await hostService(FAST);
  const withKey = (line: string, key: string) => `${line},${key}`;
  const header = `${HEADER},idempotencyKey`;
  const other = writeCsv([withKey(row(1), 'order-1')], header);
  expect((await importFile(other, env)).exitCode).toBe(0);
  const file = writeCsv([withKey(row(2), 'order-1')], header);
  expect(await importFile(file, env)).toMatchObject({ exitCode: 1 });
  const [bought] = service.intents();
  expect(readReport(file).at(-1)).toMatchObject({ outcome: 'refused', id: bought?.id });

  writeFileSync(file, `${header}\n${withKey(row(2), 'order-2')}\n`);
  expect(await importFile(file, env)).toMatchObject({ exitCode: 2 });
  expect(service.intents()).toHaveLength(1);
  writeFileSync(file, `${header}\n${withKey(row(1), 'order-1')}\n`);
  expect(await importFile(file, env)).toMatchObject({ exitCode: 0 });
  expect(service.intents()).toHaveLength(1);
});

it('refuses a file in which a row that was bought has changed, and takes new rows anywhere', async () => {
  const { service, env } = await hostService(FAST);
  const file = writeCsv(rowsUpTo(3));
  await importFile(file, env);
  writeFileSync(file, `${[HEADER, row(1), row(2).replace('item 2', 'item two'), row(3)].join('\n')}\n`);
  const changed = await run(['intents', 'import', file], env);
  expect(changed.exitCode).toBe(2);
  expect(changed.stderr).toMatch(
    /1 row was sent by an earlier run and changed.*\n {2}line 3 of the first run: int_/,
  );
  expect(service.intents()).toHaveLength(3);

  writeFileSync(file, `${[HEADER, row(4), ...rowsUpTo(3).toReversed()].join('\n')}\n`);
  expect(JSON.parse((await importFile(file, env)).stdout)).toMatchObject({ accepted: 1, acceptedBefore: 3 });
  expect(service.intents()).toHaveLength(4);
});

it('goes on only for the App and the service of the report', async () => {
  const { env } = await hostService(FAST);
  const file = writeCsv(rowsUpTo(1));
  await importFile(file, env);
  const { exitCode, stderr } = await run(['intents', 'import', file], {
    ...env,
    PROCUREMENT_APP_ID: 'app_other',
  });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('is the report of an import for app_test'),
  });
  writeFileSync(`${file}.report.ndjson`, '');
  expect(await run(['intents', 'import', file], env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('is not the report of an import'),
  });
});

it('reads past half a line of a report', async () => {
  const { service, env } = await hostService(FAST);
  const file = writeCsv(rowsUpTo(3));
  await importFile(file, env);
  const report = readFileSync(`${file}.report.ndjson`, 'utf8');
  writeFileSync(`${file}.report.ndjson`, report.slice(0, -20));
  expect(JSON.parse((await importFile(file, env)).stdout)).toMatchObject({ accepted: 1, acceptedBefore: 2 });
  expect(JSON.parse((await importFile(file, env)).stdout)).toMatchObject({ accepted: 0, acceptedBefore: 3 });
  expect(service.intents()).toHaveLength(3);
});
