import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hostService } from './host-service.ts';
import { FAST, HEADER, importFile, readReport, row, rowsUpTo, writeCsv } from './import-file.ts';
import { listen } from './listen.ts';
import { run } from './run.ts';

function countBySecond(timestamps: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ms of timestamps) {
    const second = Math.floor(ms / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return counts;
}

it('buys every row once, at the allowed rate, and keeps what became of each', async () => {
  const { service, env, keys, timestamps } = await hostService();
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
  const statuses = service.requests.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(25);
  // When they were sent, since a busy machine may delay some into a second that has its ten already. One more may be sent
  // by a clock that is a millisecond ahead.
  expect(Math.max(...countBySecond(timestamps).values())).toBeLessThanOrEqual(10 + 1);

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
  expect(service.requests).toHaveLength(statuses.length);
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
  ['semicolons', HEADER.replaceAll(',', ';'), ['user_1;"a"b'], 'has semicolons between its cells'],
  [
    'tabs',
    HEADER.replaceAll(',', '\t'),
    ['user_1'],
    'has tabs between its cells\nwhat to do: Save it as CSV with c',
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

it('buys equal rows each, after a warning, and all rows again under another report', async () => {
  const { service, env } = await hostService(FAST);
  const file = writeCsv([row(1), row(1)]);
  const { stderr } = await importFile(file, env);
  expect(stderr).toBe('warning: 1 row equals an earlier one, and is bought too: line 3\n');
  expect(service.intents()).toHaveLength(2);
  await importFile(file, env, '--report', `${file}.second.ndjson`);
  expect(service.intents()).toHaveLength(4);
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
