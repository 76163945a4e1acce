import { LIFETIMES } from '@procurement-intents/contract/bearer';
import { expect, it } from 'vitest';
import { addPerson } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { sweepSessions } from '../../src/identity/sweep-sessions.ts';

useService();

it('deletes sessions a day after their end, and no others', async () => {
  const old = await addPerson(service, []);
  clock.advance((LIFETIMES.sessionTokenSeconds + LIFETIMES.expiredSeconds) * 1000 + 1);
  const recent = await addPerson(service, []);
  clock.advance(LIFETIMES.sessionTokenSeconds * 1000);
  expect(await sweepSessions(service.bearer.identity.sessions, clock.now())).toBe(false);
  const left = (await service.database.session.findMany()).map(({ userId }) => userId);
  expect(left).toEqual([recent.id]);
  expect(left).not.toContain(old.id);
});
