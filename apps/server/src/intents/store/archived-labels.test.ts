import { ROUTES } from '@procurement-intents/contract';
import { beforeEach, expect, it } from 'vitest';
import { expectSuccess } from '../../../test/support/expect-answer.ts';
import { intentBody } from '../../../test/support/intent-factory.ts';
import type { Signer } from '../../../test/support/sign.ts';
import type { Answer } from '../../../test/support/test-service.ts';
import { clock, service, useService } from '../../../test/support/use-service.ts';
import { publishing } from '../../events/store/publish.ts';
import { archiveMoves } from './archive-moves.ts';

const PATH = ROUTES.createIntent.path;

useService({ graceMs: 86_400_000 });
let signer: Signer;
beforeEach(async () => {
  signer = await service.addApp();
});

const call = (method: string, path: string, more = {}): Promise<Answer> =>
  service.call(method, path, { signer, ...more });
/** The ids and the total of the list with this label. */
async function labelled(label: string, archived: string) {
  const answer = await call(
    'GET',
    `${PATH}?${new URLSearchParams({ 'label[batch]': label, archived }).toString()}`,
  );
  expectSuccess(answer, 'listIntents');
  const { items, total } = answer.body.data;
  return { ids: items.map(({ id }: { id: string }) => id), total };
}
const indexed = (id: string): Promise<number> => service.database.intentLabel.count({ where: { id } });

/** A cancelled intent with this label. */
async function ended(batch: string): Promise<string> {
  clock.advance(1000);
  const answer = await call('POST', PATH, { body: { ...intentBody(service), labels: { batch } } });
  expectSuccess(answer, 'createIntent');
  const id = answer.body.data.id as string;
  expect((await call('POST', `${PATH}/${id}/cancel`)).status).toBe(200);
  await service.database.orderLookup.deleteMany({ where: { intentId: id } });
  return id;
}

/** An archived intent with this label that has left `intents`. */
async function moved(batch: string): Promise<string> {
  const id = await ended(batch);
  expect((await call('POST', `${PATH}/${id}/archive`)).status).toBe(200);
  const moves = archiveMoves(service.database);
  await moves.prepareMonths(1);
  await service.syncClock();
  const events = publishing(service.database);
  await events.prepareDays(1);
  while ((await events.publish()) > 0);
  await moves.copy();
  await moves.finish();
  clock.advance(5 * 60_000 + 1000);
  await service.syncClock();
  await moves.finish();
  expect(await service.database.intent.count({ where: { id } })).toBe(0);
  return id;
}

it('lists and counts by a label what has moved and what has not', async () => {
  const archived = await moved('a');
  await moved('b');
  const open = await ended('a');
  await ended('b');
  expect(await labelled('a', 'true')).toEqual({ ids: [archived], total: 1 });
  expect(await labelled('a', 'false')).toEqual({ ids: [open], total: 1 });
  expect(await labelled('a', 'any')).toEqual({ ids: [open, archived], total: 2 });
  expect((await call('GET', `${PATH}/${archived}`)).body.data.labels).toEqual({ batch: 'a' });
});

it('replaces the labels of an intent that has moved', async () => {
  const id = await moved('a');
  const answer = await call('PUT', `${PATH}/${id}/labels`, { body: { labels: { batch: 'c' } } });
  expectSuccess(answer, 'setIntentLabels');
  expect(answer.body.data.labels).toEqual({ batch: 'c' });
  expect(await labelled('a', 'any')).toEqual({ ids: [], total: 0 });
  expect(await labelled('c', 'true')).toEqual({ ids: [id], total: 1 });
});

it('forgets the labels of a moved intent that is deleted', async () => {
  const id = await moved('a');
  expect(await indexed(id)).toBe(1);
  expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
  expect(await indexed(id)).toBe(0);
  expect(await labelled('a', 'any')).toEqual({ ids: [], total: 0 });
});

it('keeps the labels once when an intent comes back', async () => {
  const id = await moved('a');
  expect((await call('POST', `${PATH}/${id}/unarchive`)).status).toBe(200);
  expect(await indexed(id)).toBe(1);
  expect(await labelled('a', 'false')).toEqual({ ids: [id], total: 1 });
});
