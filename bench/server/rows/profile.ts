import { ACCOUNT_ROUTES } from '@procurement-intents/contract/company';
import { openClient } from '../databases.ts';
import { SIGNED_READ } from '../goals.ts';
import type { Bench, Row } from '../measure-row.ts';
import { bearerRequest } from '../requests.ts';
import { seedPeople } from '../seed-people.ts';
import { OF_OTHERS, readLoad } from './get.ts';
import { openService, ring } from './open.ts';

// One credential may call 100 times a second.
const PEOPLE = 2000;

/** Reads of the caller's own profile, by each credential in turn. */
const profileLoad = (credentials: readonly string[]) => ({
  expectedStatus: 200,
  prepare: () => {
    const { method, path } = ACCOUNT_ROUTES.getProfile;
    return ring(credentials.map((credential) => bearerRequest(credential, { method, path })));
  },
});

export const profileRow: Row = {
  id: 'profile',
  title: 'Read the own profile with a bearer credential',
  note:
    `The service alone: of ${PEOPLE} people each calls with a credential of its own, whose row is looked up for every call. ` +
    'The last line reads intents by their ids with signatures, whose Apps are kept in memory.',
  isOursAlone: true,
  async open(bench: Bench) {
    const size = { ofFirstApp: 0, ofOthers: OF_OTHERS, isOursAlone: true } as const;
    const { service } = await bench.stage.prepareDatabase('people', size);
    const client = await openClient(bench.stage.postgres.url(service));
    const { apiKeys, sessions } = await seedPeople(client, PEOPLE);
    await client.end();
    return [
      await openService(bench, service, profileLoad(apiKeys), { name: 'with an API key' }),
      await openService(bench, service, profileLoad(sessions), { name: 'with a session token' }),
      await openService(bench, service, await readLoad(bench, service), { name: SIGNED_READ }),
    ];
  },
};
