import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf, runBinary } from './procurement-intents.ts';

let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await startTestService();
  dir = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
});

const COLUMNS = [
  'userId',
  'platform',
  'productUrl',
  'title',
  'price',
  'quantity',
  'recipientName',
  'address',
  'phone',
] as const;

it('buys the rows of a file at the real service, and only the corrected one when it is run again', async () => {
  const good = intentBody(service);
  const gone = { ...good, productUrl: `${new URL(good.productUrl).origin}/no/such/product` };
  const write = (bodies: (typeof good)[]) => {
    const lines = bodies.map((body, n) =>
      COLUMNS.map((name) => (name === 'title' ? `item ${n}` : body[name])).join(','),
    );
    writeFileSync(join(dir, 'purchases.csv'), [COLUMNS.join(','), ...lines, ''].join('\n'));
  };
  const runImport = () =>
    runBinary(['intents', 'import', 'purchases.csv', '--json'], { cwd: dir, env: environmentOf(service) });

  write([good, good, gone, good]);
  const first = await runImport();
  expect(first).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^line 4: createIntent: .*productUrl/),
  });
  expect(JSON.parse(first.stdout)).toMatchObject({ rows: 4, accepted: 3, refused: 1 });

  write([good, good, good, good]);
  const second = await runImport();
  expect(second).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(second.stdout)).toMatchObject({ accepted: 1, acceptedBefore: 3, refused: 0 });
  expect(await service.database.intent.count()).toBe(4);
});
