import { ROUTES } from '@procurement-intents/contract';
import { beforeEach, expect, it } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { moveArchived } from '../support/move-archived.ts';
import type { Signer } from '../support/sign.ts';
import type { Answer } from '../support/test-service.ts';
import { clock, service, useService } from '../support/use-service.ts';

const PATH = ROUTES.createIntent.path;

useService({ graceMs: 86_400_000 });
let signer: Signer;
beforeEach(async () => {
  signer = await service.addApp();
});

const call = (method: string, path: string, more = {}): Promise<Answer> =>
  service.call(method, path, { signer, ...more });
/** The ids and the total of the list with this label. */
async function labelled(label: string, archived: string, more = {}) {
  const query = new URLSearchParams({ 'label[batch]': label, archived, ...more });
  const answer = await call('GET', `${PATH}?${query.toString()}`);
  expectSuccess(answer, 'listIntents');
  const { items, total } = answer.body.data;
  return { ids: items.map(({ id }: { id: string }) => id), total };
}
const indexed = (id: string): Promise<number> => service.database.intentLabel.count({ where: { id } });

/** A cancelled intent with this label, or with these. */
async function ended(batch: string, labels: object = { batch }): Promise<string> {
  clock.advance(1000);
  const answer = await call('POST', PATH, { body: { ...intentBody(service), labels } });
  expectSuccess(answer, 'createIntent');
  const id = answer.body.data.id as string;
  expect((await call('POST', `${PATH}/${id}/cancel`)).status).toBe(200);
  await service.database.orderLookup.deleteMany({ where: { intentId: id } });
  return id;
}

/** An archived intent with this label, or with these, that has left `intents`. */
async function moved(batch: string, labels: object = { batch }): Promise<string> {
  const id = await ended(batch, labels);
  expect((await call('POST', `${PATH}/${id}/archive`)).status).toBe(200);
  await moveArchived(service, clock);
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

it('lists and counts by several labels what has moved and what has not', async () => {
  const both = { batch: 'a', site: 'x' };
  const archived = await moved('a', both);
  await moved('a');
  const back = await moved('a', both);
  expect((await call('POST', `${PATH}/${back}/unarchive`)).status).toBe(200);
  const marked = await ended('a', both);
  expect((await call('POST', `${PATH}/${marked}/archive`)).status).toBe(200);
  await ended('b', { ...both, batch: 'b' });
  await ended('a', { batch: 'a', site: 'y' });
  const site = { 'label[site]': 'x' };
  expect(await labelled('a', 'true', site)).toEqual({ ids: [marked, archived], total: 2 });
  expect(await labelled('a', 'false', site)).toEqual({ ids: [back], total: 1 });
  expect(await labelled('a', 'any', site)).toEqual({ ids: [marked, back, archived], total: 3 });
  // A full page has not seen all rows: they are counted.
  for (const [choice, total] of [
    ['true', 2],
    ['false', 1],
    ['any', 3],
  ] as const)
    expect(await labelled('a', choice, { ...site, pageSize: '1' })).toMatchObject({ total });
  expect(await labelled('a', 'any', { 'label[batch][in]': 'a,b', pageSize: '1' })).toMatchObject({
    total: 5,
  });
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
