import { LOGIN_FAILURES_PER_MINUTE } from '@procurement-intents/contract/bearer';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addPerson, expectBearerError, PASSWORD } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { guesses, logIn, statuses, unknownUser } from './log-in-calls.ts';

useService({ trustedProxies: ['127.0.0.1'] });

// A new minute has new limits.
beforeEach(() => clock.advance(60_000));

// Hundreds of hashes, some 10 s of them on two quiet cores.
describe('failed log-ins (B6)', { timeout: 60_000 }, () => {
  const { pair, account, address } = LOGIN_FAILURES_PER_MINUTE;

  it('of a pair are 10 a minute, of 1,000 at once too; nothing more is evaluated (OWASP Authentication) [60]', async () => {
    const { username } = await addPerson(service, []);
    const answers = [
      ...(await guesses(500, () => logIn(username, 'wrong password'))),
      ...(await guesses(500, () => logIn(username, 'wrong password'))),
    ];
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(pair);
    const refused = await logIn(username, PASSWORD);
    expectBearerError(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await logIn(username, PASSWORD, '198.51.100.2')).status).toBe(200);
    clock.advance(60_000);
    expect((await logIn(username, PASSWORD)).status).toBe(200);
  });

  it('cost no statement where nothing would be compared: the queue of hashes is full', async () => {
    const { throttle } = service.bearer.identity;
    const reserve = vi.spyOn(throttle, 'reserve');
    const answers = await guesses(60, (index) => logIn(unknownUser(), 'wrong password', `192.0.2.${index}`));
    const compared = statuses(answers).filter((status) => status === 401).length;
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThan(60);
    expect(reserve).toHaveBeenCalledTimes(compared);
    reserve.mockRestore();
  });

  it('are not counted when they succeed', async () => {
    const { username } = await addPerson(service, []);
    for (let count = 0; count <= pair; count += 1) expect((await logIn(username, PASSWORD)).status).toBe(200);
  });

  it('of an account are 30 a minute, from wherever, whether it exists or not', async () => {
    for (const username of [(await addPerson(service, [])).username, unknownUser()]) {
      const fail = (index: number) => logIn(username, 'wrong password', `198.51.100.${index % 10}`);
      expect(statuses(await oneByOne(account, fail))).not.toContain(429);
      expectBearerError(await logIn(username, PASSWORD, '203.0.113.9'), 'rate_limited');
    }
  });

  it('of an address are 100 a minute, an IPv6 address counting by its /64', async () => {
    const fail = (index: number) => logIn(unknownUser(), 'wrong password', `2001:db8:1:1::${index + 1}`);
    expect(statuses(await oneByOne(address, fail))).not.toContain(429);
    expectBearerError(await fail(address), 'rate_limited');
    expect((await logIn(unknownUser(), 'wrong password', '2001:db8:1:2::1')).status).toBe(401);
  });

  it('that are refused take nothing from others: an address that is full leaves the account alone', async () => {
    const { username } = await addPerson(service, []);
    const from = '198.51.100.77';
    await oneByOne(address, () => logIn(unknownUser(), 'wrong password', from));
    const refused = await oneByOne(account, () => logIn(username, 'wrong password', from));
    expect(new Set(statuses(refused))).toEqual(new Set([429]));
    expect((await logIn(username, PASSWORD, '198.51.100.78')).status).toBe(200);
  });

  /** Few at once: more would wait for the one hash that runs. */
  async function oneByOne(count: number, make: (index: number) => ReturnType<typeof logIn>) {
    const answers = [];
    for (let index = 0; index < count; index += 10) {
      const chunk = Math.min(10, count - index);
      answers.push(...(await guesses(chunk, (part) => make(index + part))));
    }
    return answers;
  }
});
