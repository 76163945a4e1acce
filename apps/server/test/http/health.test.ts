import { type ErrorName, ERRORS, HEALTHY_MESSAGE, ROUTES } from '@procurement-intents/contract';
import { describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startBehindProxy } from '../support/start-behind-proxy.ts';
import type { Answer, TestService } from '../support/test-service.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

async function health(headers: Record<string, string> = {}, at = service): Promise<Answer> {
  const response = await fetch(at.baseUrl + ROUTES.getHealth.path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

/** The check looks at the database once a second, so its answer follows a change a little later. */
function untilCode(code: number, at: TestService): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await health({}, at);
      expect(answer.body.code).toBe(code);
      return answer;
    },
    { timeout: 5000, interval: 50 },
  );
}
const untilError = (name: ErrorName, at: TestService) => untilCode(ERRORS[name].code, at);

describe('the health check', () => {
  it('says healthy with its own fixed text, the time, the name and the seconds it has run', async () => {
    const answer = await health();
    expectSuccess(answer, 'getHealth');
    expect(answer.body.message).toBe(HEALTHY_MESSAGE);
    expect(answer.body.data).toMatchObject({ status: 'healthy', timestamp: clock.now().toISOString() });
    const later = await health();
    expect(later.body.data.uptime).toBeGreaterThanOrEqual(answer.body.data.uptime);
  });

  it('asks for no signature, and minds no wrong one', async () => {
    const answer = await health({ 'X-App-Id': 'app_unknown', 'X-Timestamp': '1', 'X-Signature': 'wrong' });
    expectSuccess(answer, 'getHealth');
  });

  it('counts against no limit', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => health()));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers[0]?.headers.has('x-ratelimit-limit')).toBe(false);
  });

  it('shares one look at the database among all who ask in a second', async () => {
    const query = vi.spyOn(service.database, '$queryRaw');
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => health()));
    const seconds = (performance.now() - startedAt) / 1000;
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const looks = query.mock.calls.filter(([sql]) => 'raw' in sql && sql[0] === 'SELECT 1').length;
    expect(looks).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    query.mockRestore();
  });
});

describe('while the service stops', () => {
  it('is 50001 with 503 in Chinese and English, and healthy again afterwards', async () => {
    service.setDraining(true);
    const answer = await health();
    expectError(answer, 'UNHEALTHY');
    expect(answer.body.data.timestamp).toBe(clock.now().toISOString());
    expectError(await health({ 'Accept-Language': 'en' }), 'UNHEALTHY', 'en');
    expectSuccess(await service.call('GET', ROUTES.listIntents.path), 'listIntents');
    service.setDraining(false);
    expectSuccess(await health(), 'getHealth');
  });
});

describe.concurrent('without its database', { timeout: 40_000 }, () => {
  it('is 50002 while it is gone, tells nothing about it, and is healthy once it is back', async (test) => {
    const stopped = createFakeClock();
    const { service: own, proxy } = await startBehindProxy(test, { clock: stopped });
    await proxy.cut();
    const answer = await untilError('DATABASE_UNAVAILABLE', own);
    expectError(answer, 'DATABASE_UNAVAILABLE');
    expect(answer.body.data.timestamp).toBe(stopped.now().toISOString());
    const { port, hostname, username, pathname } = new URL(proxy.url);
    for (const secret of [port, hostname, username, pathname.slice(1)]) {
      expect(answer.body.data.details).not.toContain(secret);
    }
    own.setDraining(true);
    expectError(await health({}, own), 'UNHEALTHY');
    own.setDraining(false);

    await proxy.restore();
    expectSuccess(await untilCode(0, own), 'getHealth');
    expectSuccess(await own.call('GET', ROUTES.listIntents.path), 'listIntents');
  });

  it('is 50002 while it hangs, however many ask', async (test) => {
    const { service: own, proxy } = await startBehindProxy(test);
    proxy.hang();
    await untilError('DATABASE_UNAVAILABLE', own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => health({}, own)));
    for (const answer of answers) expectError(answer, 'DATABASE_UNAVAILABLE');
    await proxy.restore();
    expectSuccess(await untilCode(0, own), 'getHealth');
  });
});
