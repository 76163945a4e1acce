import { DEFENCES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { service, useService } from '../support/use-service.ts';

useService();

const SESSIONS = 3;
const CALLS = 60;

it('a person with many changes at once, by several sessions, delays nobody else, and too many are refused (B6)', async () => {
  const { id, username, token } = await addPerson(service, []);
  const other = await addPerson(service, []);
  const tokens = [token];
  while (tokens.length < SESSIONS) {
    const body = { username, password: PASSWORD };
    tokens.push((await callBearer(service, 'POST', '/auth/login', { body })).body.token as string);
  }
  const rename = (credential: string, index: number) =>
    callBearer(service, 'PATCH', '/v1/profile', { credential, body: { displayName: `name ${index}` } });
  const { answers, meanwhile } = await service.database.$transaction(
    async (transaction) => {
      // Nobody changes this person until the transaction ends.
      await transaction.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${id} FOR UPDATE`;
      const waiting = Array.from({ length: SESSIONS * CALLS }, (_, index) =>
        rename(tokens[index % SESSIONS]!, index),
      );
      const others = await Promise.all([
        callBearer(service, 'GET', '/v1/profile', { credential: other.token }),
        callBearer(service, 'PATCH', '/v1/profile', {
          credential: other.token,
          body: { displayName: 'Other' },
        }),
        service.call('POST', '/api/v1/intents', { body: intentBody(service) }),
      ]);
      return { answers: waiting, meanwhile: others };
    },
    { timeout: 20_000 },
  );
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 201]);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  const room = DEFENCES.callsAtOnce + DEFENCES.callsWaiting;
  expect(statuses.length).toBeGreaterThan(room);
  expect(refused).toBeGreaterThan(0);
  expect(new Set(statuses)).not.toContain(500);
});
