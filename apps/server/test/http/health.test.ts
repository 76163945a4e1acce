import { type ErrorName, ERRORS, HEALTHY_MESSAGE, ROUTES } from '@procurement-intents/contract';
import { describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../expect-answer.ts';
import { type Answer } from '../test-service.ts';
import { proxy, useDatabaseProxy } from '../use-database-proxy.ts';
import { clock, service, useService } from '../use-service.ts';

const routeDatabase = useDatabaseProxy();
useService({ routeDatabase });

async function health(headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(service.baseUrl + ROUTES.getHealth.path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

/** The check looks at the database once a second, so its answer follows a change a little later. */
function untilCode(code: number): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await health();
      expect(answer.body.code).toBe(code);
      return answer;
    },
    { timeout: 5000, interval: 50 },
  );
}
const untilError = (name: ErrorName) => untilCode(ERRORS[name].code);

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
    const countLooks = () => query.mock.calls.filter(([sql]) => 'raw' in sql && sql[0] === 'SELECT 1').length;
    await vi.waitFor(
      async () => {
        await health();
        expect(countLooks()).toBeGreaterThan(0);
      },
      { timeout: 3000, interval: 50 },
    );
    query.mockClear();
    const answers = await Promise.all(Array.from({ length: 50 }, () => health()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(countLooks()).toBe(0);
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

describe('without its database', () => {
  it('is 50002 while it is gone, tells nothing about it, and is healthy once it is back', async () => {
    await proxy.cut();
    const answer = await untilError('DATABASE_UNAVAILABLE');
    expectError(answer, 'DATABASE_UNAVAILABLE');
    expect(answer.body.data.timestamp).toBe(clock.now().toISOString());
    const { port, hostname, username, pathname } = new URL(proxy.url);
    for (const secret of [port, hostname, username, pathname.slice(1)]) {
      expect(answer.body.data.details).not.toContain(secret);
    }
    service.setDraining(true);
    expectError(await health(), 'UNHEALTHY');
    service.setDraining(false);

    await proxy.restore();
    expectSuccess(await untilCode(0), 'getHealth');
    expectSuccess(await service.call('GET', ROUTES.listIntents.path), 'listIntents');
  });

  it('is 50002 while it hangs, however many ask', async () => {
    proxy.hang();
    await untilError('DATABASE_UNAVAILABLE');
    const answers = await Promise.all(Array.from({ length: 20 }, () => health()));
    for (const answer of answers) expectError(answer, 'DATABASE_UNAVAILABLE');
    await proxy.restore();
    expectSuccess(await untilCode(0), 'getHealth');
  });
});
