import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/v1/intents';
const SHOP = 'https://shop.test';
let service: TestService;
let closed: TestService;

beforeAll(async () => {
  service = await startTestService({ allowedOrigins: [SHOP] });
  closed = await startTestService();
});
afterAll(() => Promise.all([service.stop(), closed.stop()]));

const preflight = (from: TestService, origin: string) =>
  fetch(from.baseUrl + PATH, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-app-id, x-timestamp, x-signature, content-type, idempotency-key',
    },
  });

describe('a page in a browser', () => {
  it('of a listed origin may send what a signed call needs', async () => {
    const { status, headers } = await preflight(service, SHOP);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(headers.get('access-control-allow-methods')).toContain('PUT');
    for (const name of [
      'x-app-id',
      'x-timestamp',
      'x-signature',
      'Idempotency-Key',
      'If-Match',
      'Content-Type',
    ]) {
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name.toLowerCase());
    }
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('of a listed origin may read what the SDK acts on, also on a refusal', async () => {
    const answers = [
      await service.call('GET', PATH, { headers: { Origin: SHOP } }),
      await service.call('GET', PATH, { headers: { Origin: SHOP, 'X-Timestamp': '1' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(SHOP);
      for (const name of [
        'X-Request-Id',
        'X-Error-Name',
        'X-RateLimit-Reset',
        'Retry-After',
        'Date',
        'ETag',
      ]) {
        expect(headers.get('access-control-expose-headers')).toContain(name);
      }
    }
  });

  it.each(['https://evil.test', 'https://shop.test.evil.test', 'http://shop.test', 'null'])(
    'of %s may neither call nor read',
    async (origin) => {
      expect((await preflight(service, origin)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await service.call('GET', PATH, { headers: { Origin: origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('is told nothing where no origin is listed', async () => {
    const answer = await preflight(closed, SHOP);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
