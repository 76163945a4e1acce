import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../../apps/sandbox/src/app.ts';
import { checkGateway, verdictOf } from '../../src/check/check-gateway.ts';
import type { CheckSettings } from '../../src/check/settings.ts';
import { QUICK_TIMES, SMALL_SIZES } from '../check/quick.ts';

const TOKEN = 'token-of-the-sandbox';

async function startShop() {
  const sandbox = createSandbox({ dataFile: null, token: TOKEN });
  const server = createServer(sandbox.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    sandbox.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
}

const settingsFor = (url: string, item: string): CheckSettings => ({
  url,
  token: TOKEN,
  product: `${url}/items/${item}`,
  soldOut: `${url}/items/out-of-stock`,
  second: url,
  maxSpendFen: 100_000_00,
  sizes: { ...SMALL_SIZES, load: 64, equalPosts: 200 },
  times: QUICK_TIMES,
});

it.each(['ordinary', 'slow-fee'])('finds nothing broken at the sandbox with %s', async (item) => {
  const report = await checkGateway(settingsFor(await startShop(), item));
  expect(report.results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(verdictOf(report)).toBe('kept');
});
