import { type OperationId, ROUTES } from '@procurement-intents/contract';
import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeEach, expect, it } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import { moveArchived } from '../support/move-archived.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

/** What a change of an archived intent comes to: it is refused, finds nothing to do, or changes the intent. */
type Change = { answer: number; leaves: 'the copy' | 'the row' | 'nothing'; body?: object };
const refused = (answer: number): Change => ({ answer, leaves: 'the copy' });

/** Every call of an App that writes one intent. */
const OF_APPS: Partial<Record<OperationId, Change>> = {
  updateIntent: { ...refused(400), body: { quantity: 2 } },
  submitIntent: refused(400),
  cancelIntent: refused(400),
  archiveIntent: { answer: 200, leaves: 'the copy' },
  unarchiveIntent: { answer: 200, leaves: 'the row' },
  setIntentLabels: { answer: 200, leaves: 'the row', body: { labels: { team: 'a' } } },
  deleteIntent: { answer: 200, leaves: 'nothing' },
};
/** Every call under /v1 that does. */
const OF_THE_COMPANY: Partial<Record<keyof typeof bearerContract, Change>> = {
  submitCompanyIntent: refused(409),
  cancelCompanyIntent: refused(409),
  archiveCompanyIntent: { answer: 200, leaves: 'the copy' },
  unarchiveCompanyIntent: { answer: 200, leaves: 'the row' },
  deleteCompanyIntent: { answer: 204, leaves: 'nothing' },
};

const writesOf = (routes: Readonly<Record<string, { method: string; path: string }>>, folder: string) =>
  Object.keys(routes).filter(
    (name) => routes[name]!.method !== 'GET' && routes[name]!.path.startsWith(`${folder}/:id`),
  );

let token: string;
let id: string;
let version: number;
beforeEach(async () => {
  clock.advance(1000);
  await service.syncClock();
  const at = clock.now();
  const [row] = await seedIntents(service, 1, () => ({
    appId: service.signer.appId,
    status: 'CANCELLED',
    cancelledAt: at,
    archivedAt: at,
  }));
  ({ id, version } = row!);
  await moveArchived(service, clock);
  if ((await lies()) !== 'the copy') throw new Error('the intent has not moved');
  ({ token } = await addPerson(service, ['admin']));
});

async function lies(): Promise<Change['leaves']> {
  if ((await service.database.intent.count({ where: { id } })) === 1) return 'the row';
  return (await service.database.archivedIntent.count({ where: { id } })) === 1 ? 'the copy' : 'nothing';
}

const pathOf = ({ path }: { path: string }): string => path.replace(':id', id);
const callOfApp = async (name: OperationId, headers = {}) => {
  const { body } = OF_APPS[name] ?? {};
  return service.call(ROUTES[name].method, pathOf(ROUTES[name]), { headers, ...(body && { body }) });
};
const callOfCompany = (name: keyof typeof bearerContract, headers = {}) =>
  callBearer(service, bearerContract[name].method, pathOf(bearerContract[name]), {
    credential: token,
    headers,
  });

it('every call that writes one intent is tried on one that has moved to the archive', () => {
  expect(writesOf(ROUTES, '/api/v1/intents').sort()).toEqual(Object.keys(OF_APPS).sort());
  expect(writesOf(bearerContract, '/v1/intents').sort()).toEqual(Object.keys(OF_THE_COMPANY).sort());
});

it.each(Object.entries(OF_APPS))('%s on a moved intent', async (name, { answer, leaves }) => {
  expect((await callOfApp(name as OperationId)).status).toBe(answer);
  expect(await lies()).toBe(leaves);
});

it.each(Object.entries(OF_THE_COMPANY))('%s on a moved intent', async (name, { answer, leaves }) => {
  expect((await callOfCompany(name as keyof typeof bearerContract)).status).toBe(answer);
  expect(await lies()).toBe(leaves);
  const records = await service.database.auditEvent.count({ where: { subjectId: id } });
  expect(records).toBe(leaves === 'the copy' ? 0 : 1);
});

it.each(['deleteIntent', 'unarchiveIntent'] as const)('%s with If-Match finds the version', async (name) => {
  expect((await callOfApp(name, { 'If-Match': `"${version + 1}"` })).status).toBe(409);
  expect(await lies()).toBe('the copy');
  expect((await callOfApp(name, { 'If-Match': `"${version}"` })).status).toBe(200);
});
