import { LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exported } from '../support/export-calls.ts';
import { moveArchived } from '../support/move-archived.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import type { Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

// What happens to intents between the pages of an export (EX2).

useService({ graceMs: 86_400_000 });
beforeEach(() => clock.advance(Math.max(0, Date.now() - clock.now().getTime()) + 1000));
afterEach(() => vi.restoreAllMocks());

const MANY = 2 * LIMITS.exportPage + 37;
const { path: INTENTS } = ROUTES.listIntents;

/** An App with many intents, and their ids, oldest first. */
async function richApp(): Promise<{ signer: Signer; ids: string[] }> {
  const signer = await service.addApp();
  await seedManyIntents(service, signer.appId, MANY);
  const { lines } = await exported(signer);
  expect(lines).toHaveLength(MANY);
  return { signer, ids: lines.map(({ id }) => id) };
}

/** Does something between the first page and the second. */
function betweenPages(work: () => Promise<void>): void {
  const { lists } = service.context;
  const read = lists.readRows.bind(lists);
  let pages = 0;
  vi.spyOn(lists, 'readRows').mockImplementation(async (...given) => {
    pages += 1;
    if (pages === 2) await work();
    return read(...given);
  });
}

async function change(signer: Signer, method: string, path: string, body?: object): Promise<void> {
  clock.advance(100);
  const answer = await service.call(method, `${INTENTS}/${path}`, { signer, ...(body && { body }) });
  expect(answer.status).toBe(200);
}

// Of the page that was sent, and of one that was not.
const [SENT, UNSENT] = [7, MANY - 20];

describe('an intent that exists when an export begins comes once or, once it is gone, not (EX2),', () => {
  it('when it is deleted meanwhile', async () => {
    const { signer, ids } = await richApp();
    const both = [ids[SENT], ids[UNSENT]] as string[];
    await service.database.intent.updateMany({ where: { id: { in: both } }, data: { status: 'CANCELLED' } });
    betweenPages(async () => {
      for (const at of [SENT, UNSENT]) await change(signer, 'DELETE', ids[at] as string);
    });
    const { lines, end } = await exported(signer);
    expect(lines.map(({ id }) => id)).toEqual(ids.filter((_, at) => at !== UNSENT));
    expect(end).toEqual({ end: { count: MANY - 1 } });
  });

  it('when it is changed meanwhile; as it is when its page is read', async () => {
    const { signer, ids } = await richApp();
    betweenPages(async () => {
      for (const at of [SENT, UNSENT])
        await change(signer, 'PUT', `${ids[at]}/labels`, { labels: { seen: 'yes' } });
    });
    const { lines } = await exported(signer);
    expect(lines.map(({ id }) => id)).toEqual(ids);
    expect(lines[SENT]).not.toHaveProperty('labels');
    expect(lines[UNSENT]).toMatchObject({ labels: { seen: 'yes' } });
  });

  it('when it is archived meanwhile: with `archived=any` once, without only if its page was read before', async () => {
    const { signer, ids } = await richApp();
    const archive = async () => {
      for (const at of [SENT, UNSENT]) await change(signer, 'POST', `${ids[at]}/archive`);
    };
    betweenPages(archive);
    expect((await exported(signer)).lines.map(({ id }) => id)).toEqual(ids.filter((_, at) => at !== UNSENT));
    vi.restoreAllMocks();
    for (const at of [SENT, UNSENT]) await change(signer, 'POST', `${ids[at]}/unarchive`);
    betweenPages(archive);
    expect((await exported(signer, '?archived=any')).lines.map(({ id }) => id)).toEqual(ids);
  });

  it('when it moves to the archive, and back, meanwhile', async () => {
    const { signer, ids } = await richApp();
    for (const at of [SENT, UNSENT]) await change(signer, 'POST', `${ids[at]}/archive`);
    betweenPages(() => moveArchived(service, clock));
    expect((await exported(signer, '?archived=any')).lines.map(({ id }) => id)).toEqual(ids);
    vi.restoreAllMocks();
    const left = await service.database.intent.count({
      where: { id: { in: [ids[SENT], ids[UNSENT]] as string[] } },
    });
    expect(left).toBe(0);
    betweenPages(async () => {
      for (const at of [SENT, UNSENT]) await change(signer, 'POST', `${ids[at]}/unarchive`);
    });
    expect((await exported(signer, '?archived=any')).lines.map(({ id }) => id)).toEqual(ids);
  });
});
