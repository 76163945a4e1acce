import { expect, it } from 'vitest';
import type { Fetch } from '../../src/index.ts';
import { expectSigned, hmacHex, startRawServer } from '../raw-server.ts';
import { randomText, seededRandom } from '../seeded-random.ts';
import { createClient, SECRET } from '../start-service.ts';

const QUERIES = 10_000;
const QUERIES_ON_THE_WIRE = 500;
// As many reads as the limits allow an App in one second.
const QUERIES_PER_APP = 100;

const BODY = '{"code":0,"message":"","data":null}';

/** Lists `count` times with random filters; `baseUrl` and `fetch` lead to the checking server. */
async function listAll(count: number, baseUrl: string, fetch?: Fetch): Promise<void> {
  const random = seededRandom(count);
  let { intents } = createClient(baseUrl);
  for (let index = 0; index < count; index += 1) {
    if (index % QUERIES_PER_APP === 0) {
      ({ intents } = createClient(baseUrl, fetch && { fetch }));
    }
    const query = { userId: randomText(random), 'filter[title]': randomText(random) };
    await intents.list(query);
  }
}

it(`${QUERIES_ON_THE_WIRE} random queries are signed as sent on the wire`, async () => {
  const { baseUrl, requests } = await startRawServer();
  await listAll(QUERIES_ON_THE_WIRE, baseUrl);
  expect(requests).toHaveLength(QUERIES_ON_THE_WIRE);
  for (const request of requests) expectSigned(request);
});

it(`${QUERIES} random queries are signed as a request writes them`, async () => {
  const origin = 'https://api.example';
  const wrong: string[] = [];
  let count = 0;
  await listAll(QUERIES, origin, (url, { method, headers }) => {
    count += 1;
    const target = new URL(url).href.slice(origin.length);
    const message = method + target + String(headers['x-timestamp']);
    const signed = hmacHex(SECRET, Buffer.from(message, 'latin1'));
    if (url !== origin + target || headers['x-signature'] !== signed) wrong.push(target);
    return Promise.resolve({
      ok: true,
      status: 200,
      headers: { get: () => null },
      text: () => Promise.resolve(BODY),
    });
  });
  expect(wrong).toEqual([]);
  expect(count).toBe(QUERIES);
});
