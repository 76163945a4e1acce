import { ROUTES } from '@procurement-intents/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentIn } from '../support/intent-factory.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();
afterEach(() => vi.restoreAllMocks());

const pathOf = (id: string) => ROUTES.updateIntent.path.replace(':id', id);
const update = (id: string, body: unknown) => service.call('PUT', pathOf(id), { body });
const remove = (id: string) => service.call('DELETE', pathOf(id));
const submit = (id: string) => service.call('POST', `${pathOf(id)}/submit`);
const cancel = (id: string) => service.call('POST', `${pathOf(id)}/cancel`);
const rowOf = async (id: string) => {
  const row = await service.database.intent.findUnique({ where: { id } });
  return row && service.recipients.open(row);
};
const typesOf = async (id: string) => (await storedEvents(service.database, id)).map(({ type }) => type);

/** Lets `work` happen between what the next writer has read and its write. */
function between(method: 'update' | 'delete', work: () => Promise<unknown>): void {
  const { intents: store } = service.context;
  const original = store[method as 'update'].bind(store) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(store, method as 'update').mockImplementationOnce(async (...args) => {
    await work();
    return original(...args) as never;
  });
}

describe('a change and its opposite', () => {
  it('delete and submit, at once: the draft is bought or gone, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.advance(1000);
      const ids = await Promise.all(Array.from({ length: 10 }, () => intentIn(service, 'DRAFT')));
      const pairs = await Promise.all(
        ids.map(async (id) => {
          const [removed, submitted] = await Promise.all([remove(id), submit(id)]);
          return { id, removed, submitted };
        }),
      );
      for (const { id, submitted } of pairs.filter(({ removed }) => removed.status === 200)) {
        expectError(submitted, 'INTENT_NOT_FOUND');
        expect(await rowOf(id)).toBeNull();
      }
      for (const { id, removed, submitted } of pairs.filter(({ removed }) => removed.status !== 200)) {
        expectError(removed, 'DELETE_REFUSED');
        expectSuccess(submitted, 'submitIntent');
        expect(await rowOf(id)).toMatchObject({ status: 'SUBMITTED', version: 2 });
      }
    }
  });

  it('a submit that finds its draft deleted is 40401 and brings nothing back', async () => {
    const id = await intentIn(service, 'DRAFT');
    between('update', async () => expectSuccess(await remove(id), 'deleteIntent'));
    expectError(await submit(id), 'INTENT_NOT_FOUND');
    expect(await rowOf(id)).toBeNull();
    expect(await typesOf(id)).toEqual(['intent.drafted', 'intent.deleted']);
  });

  it('a delete that finds its draft submitted is 40004 and leaves it to be bought', async () => {
    const id = await intentIn(service, 'DRAFT');
    between('delete', async () => expectSuccess(await submit(id), 'submitIntent'));
    const answer = await remove(id);
    expectError(answer, 'DELETE_REFUSED');
    expect(answer.body.data.currentStatus).toBe('SUBMITTED');
    expect(await rowOf(id)).toMatchObject({ status: 'SUBMITTED' });
  });

  it('an update that finds its intent cancelled is 40002 and wakes nothing up', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    between('update', async () => expectSuccess(await cancel(id), 'cancelIntent'));
    const answer = await update(id, { quantity: 9 });
    expectError(answer, 'UPDATE_REFUSED');
    expect(answer.body.data.currentStatus).toBe('CANCELLED');
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', quantity: 2, nextAttemptAt: null });
  });
});
