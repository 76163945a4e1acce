import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostService } from './host-service.ts';
import { listen } from './listen.ts';
import { run, start, temporaryFolder } from './run.ts';

const HEADER = 'userId,platform,productUrl,title,price,quantity,recipientName,address,phone';
const FAST = { limits: { create: 1_000, read: 1_000, write: 1_000, general: 1_000 } };

/** A row of its own for each `n`. */
const row = (n: number) =>
  `user_${n},PLATFORM_A,https://item.shop-a.example/${n},item ${n},19.9,${n},张三,北京市朝阳区建国路 88 号,13800138000`;
const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

function writeCsv(lines: string[], header = HEADER): string {
  const file = join(temporaryFolder(), 'purchases.csv');
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  return file;
}

const readReport = (file: string) =>
  readFileSync(`${file}.report.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const importFile = (file: string, env: Record<string, string>, ...options: string[]) =>
  run(['intents', 'import', file, '--json', ...options], env);

it('buys every row once, at the allowed rate, and keeps what became of each', async () => {
  const { service, env, keys } = await hostService();
  const file = writeCsv(rowsUpTo(25));
  const { exitCode, stdout, stderr } = await importFile(file, env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const report = `${file}.report.ndjson`;
  const counts = { rows: 25, accepted: 25, acceptedBefore: 0, refused: 0, unclear: 0, notTried: 0 };
  expect(JSON.parse(stdout)).toEqual({ ...counts, report });
  expect(
    service
      .intents()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(
    rowsUpTo(25)
      .map((each) => each.split(',')[3])
      .sort(),
  );
  expect(new Set(keys).size).toBe(25);
  // More than ten a second would have been refused.
  expect(service.requests.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 201));

  const [head, ...results] = readReport(file);
  expect(head).toMatchObject({ importId: expect.any(String), appId: 'app_test' });
  expect(results.filter(({ outcome }) => outcome === 'sent')).toHaveLength(25);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted');
  expect(accepted).toHaveLength(25);
  expect(accepted[0]).toMatchObject({
    outcome: 'accepted',
    id: expect.stringMatching(/^int_/),
    status: 'SUBMITTED',
  });
  expect(readFileSync(report, 'utf8')).not.toMatch(/13800138000|张三|建国路/);
  expect(statSync(report).mode & 0o077).toBe(0);

  const again = await importFile(file, env);
  expect(JSON.parse(again.stdout)).toMatchObject({ accepted: 0, acceptedBefore: 25 });
  expect(service.requests).toHaveLength(25);
});

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

it('reads the columns by their names, in any order and spelling', async () => {
  const { service, env } = await hostService(FAST);
  const header =
    '\ufeffPhone,Recipient Name,product_url,price,QUANTITY,title,user-id,platform,address,Remarks,draft,idempotencyKey';
  const cells = [
    '13900139000,李四,https://item.shop-b.example/7,99.5,2,"键盘, ""静音""",user_2,PLATFORM_B,"上海市浦东新区世纪大道 1 号",ring twice,true,order-1',
    ',,,,,,,,,,,',
    '13900139001,王五,https://item.shop-b.example/8,1,1,鼠标垫,user_3,PLATFORM_B,上海市浦东新区世纪大道 1 号,,,',
  ];
  const { exitCode } = await importFile(writeCsv(cells, header), env);
  expect(exitCode).toBe(0);
  const [first, second] = service.intents().sort((a, b) => a.userId.localeCompare(b.userId));
  expect(first).toMatchObject({ title: '键盘, "静音"', price: 99.5, status: 'DRAFT', remarks: 'ring twice' });
  expect(second).toMatchObject({ userId: 'user_3', phone: '13900139001' });
  expect(second?.remarks).toBeUndefined();
});

it('buys the other rows when some are refused, says so, and tries these again', async () => {
  const { service, env } = await hostService(FAST);
  service.purchases.hidePage({ title: 'item 2' });
  const file = writeCsv(rowsUpTo(4));
  const first = await importFile(file, env);
  expect(first.exitCode).toBe(1);
  expect(JSON.parse(first.stdout)).toMatchObject({ accepted: 3, refused: 1 });
  expect(first.stderr).toMatch(/^line 3: createIntent: .*productUrl/);
  expect(readReport(file).find(({ outcome }) => outcome === 'refused')).toMatchObject({
    line: 3,
    error: { name: 'VALIDATION_FAILED' },
  });

  const sold = service.requests.length;
  const corrected = rowsUpTo(4).with(1, row(5));
  writeFileSync(file, `${[HEADER, ...corrected].join('\n')}\n`);
  const second = await importFile(file, env);
  expect(second).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(second.stdout)).toMatchObject({ accepted: 1, acceptedBefore: 3, refused: 0 });
  expect(service.requests).toHaveLength(sold + 1);
});

it('names every value that cannot work before it sends anything', async () => {
  const { service, env } = await hostService(FAST);
  const lines = [
    row(1),
    row(2).replace('13800138000', '1.38E+10'),
    row(3).replace(',19.9,', ',"1,299",'),
    row(4).replace('张三', ''),
  ];
  const { exitCode, stdout, stderr } = await run(['intents', 'import', writeCsv(lines)], env);
  expect({ exitCode, stdout, sent: service.requests.length }).toEqual({ exitCode: 2, stdout: '', sent: 0 });
  expect(stderr).toContain('purchases.csv: 3 values cannot work; nothing was sent');
  expect(stderr).toContain('\n  line 3, phone: It must be a mobile number');
  expect(stderr).toContain('\n  line 4, price: It must be yuan');
  expect(stderr).toContain('\n  line 5, recipientName: It is missing.');
});

it.each([
  ['an unknown column', `${HEADER},order no`, [`${row(1)},7`], 'unknown columns "order no"'],
  ['a missing column', HEADER.replace(',phone', ''), [row(1).replace(/,\d+$/, '')], 'no column phone'],
  ['a column twice', `${HEADER},Phone`, [`${row(1)},13800138000`], 'two columns are phone'],
  ['a cell too many', HEADER, [row(1), `${row(2)},`], 'line 3: it has more or fewer cells than the header'],
  [
    'an open quotation mark',
    HEADER,
    [row(1).replace('item 1', '"item 1')],
    'a quotation mark is never closed',
  ],
  ['no rows', HEADER, [], 'has no line of values'],
  [
    'one key twice',
    `${HEADER},idempotencyKey`,
    [`${row(1)},a`, `${row(2)},a`],
    'line 3, idempotencyKey: It is that of line 2',
  ],
])('refuses a file with %s', async (_, header, lines, reason) => {
  const { exitCode, stderr } = await run(['intents', 'import', writeCsv(lines, header)], {
    PROCUREMENT_BASE_URL: 'http://127.0.0.1:9',
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(reason) });
});

it('leaves out unknown columns when it is told to, and reads GB 18030', async () => {
  const { service, env } = await hostService(FAST);
  const file = writeCsv([`${row(1)},7`], `${HEADER},order no`);
  const chinese = readFileSync(file, 'utf8').replace('张三,北京市朝阳区建国路 88 号', '\0');
  const [before = '', after = ''] = chinese.split('\0');
  // 李四,上海市浦东新区 in GB 18030.
  const inGb18030 = Buffer.from('c0eecbc42cc9cfbaa3cad0c6d6b6abd0c2c7f8', 'hex');
  writeFileSync(file, Buffer.concat([Buffer.from(before), inGb18030, Buffer.from(after)]));
  const options = ['--ignore-unknown-columns'];
  const asUtf8 = await importFile(file, env, ...options);
  expect(asUtf8).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--encoding gb18030') });
  expect(await importFile(file, env, ...options, '--encoding', 'gb18030')).toMatchObject({ exitCode: 0 });
  expect(service.intents()).toMatchObject([{ recipientName: '李四', address: '上海市浦东新区' }]);
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

it('buys equal rows each, after a warning, and all rows again under another report', async () => {
  const { service, env } = await hostService(FAST);
  const file = writeCsv([row(1), row(1)]);
  const { stderr } = await importFile(file, env);
  expect(stderr).toBe('warning: 1 row equals an earlier one, and is bought too: line 3\n');
  expect(service.intents()).toHaveLength(2);
  await importFile(file, env, '--report', `${file}.second.ndjson`);
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

it('stops when no row can be bought', async () => {
  const refusing = await hostService({ ...FAST, apps: [{ appId: 'app_test', appSecret: 'another secret' }] });
  const refused = await run(['intents', 'import', writeCsv(rowsUpTo(60))], refusing.env);
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toContain('notTried\t60\n');
  expect(refused.stderr).toContain('procurement-intents doctor');
  expect(refusing.service.requests.length).toBeLessThan(30);

  const down = await listen((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end());
  const lost = await importFile(writeCsv(rowsUpTo(60)), { PROCUREMENT_BASE_URL: down });
  expect(lost.exitCode).toBe(3);
  expect(JSON.parse(lost.stdout).notTried).toBeGreaterThan(30);
  expect(lost.stderr).toContain('Run the same command again to go on');
});

it('checks a file without sending anything', async () => {
  const file = writeCsv(rowsUpTo(3));
  const { exitCode, stdout } = await importFile(
    file,
    { PROCUREMENT_BASE_URL: 'http://127.0.0.1:9' },
    '--dry-run',
  );
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: '{"rows":3,"totalAmount":"119.40","isSent":false}\n',
  });
  expect(() => statSync(`${file}.report.ndjson`)).toThrow('ENOENT');
});
