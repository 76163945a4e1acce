import { DEFENCES, LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  exportHeaders,
  fetchExport,
  type Line,
  openExport,
  parseLines,
  receive,
} from '../support/export-calls.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import type { Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

const { path: PATH } = ROUTES.exportIntents;
useService({ graceMs: 86_400_000 });

/** An App whose export is more than the buffers of a connection hold. */
let rich: Signer;
beforeAll(async () => {
  rich = await service.addApp();
  await seedManyIntents(service, rich.appId, 20_000);
});
beforeEach(() => clock.advance(Math.max(0, Date.now() - clock.now().getTime()) + 1000));
afterEach(() => {
  vi.restoreAllMocks();
  delete service.context.exportTimes;
  service.setDraining(false);
});

/** Calls `then` when so many pages have been read. */
function afterPages(count: number, then: () => unknown): void {
  const { lists } = service.context;
  const read = lists.readRows.bind(lists);
  let pages = 0;
  vi.spyOn(lists, 'readRows').mockImplementation(async (...given) => {
    const rows = await read(...given);
    pages += 1;
    if (pages === count) await then();
    return rows;
  });
}

/** The lines of an export that is cut at a page; its last line is not there. */
async function linesUntilCut(): Promise<Line[]> {
  const { text, isCut } = await receive(`${service.baseUrl}${PATH}`, exportHeaders(rich));
  expect(isCut).toBe(true);
  expect(text.endsWith('}\n')).toBe(true);
  const lines = parseLines(text) as Line[];
  expect(lines.every((line) => typeof line.id === 'string')).toBe(true);
  return lines;
}

describe('an export ends at a page, whole lines and without its end line,', () => {
  it('once the process stops (EX5)', async () => {
    afterPages(3, () => service.setDraining(true));
    expect(await linesUntilCut()).toHaveLength(3 * LIMITS.exportPage);
  });

  it('once its time is over (EX5)', async () => {
    service.context.exportTimes = { wholeMs: 0 };
    expect(await linesUntilCut()).toHaveLength(LIMITS.exportPage);
  });
});

it('ends within seconds once the App is disabled', async () => {
  const signer = await service.addApp();
  await seedManyIntents(service, signer.appId, 4 * LIMITS.exportPage);
  afterPages(2, async () => {
    const { id } = await service.database.app.update({
      where: { id: signer.appId },
      data: { disabledAt: clock.now() },
    });
    expect(id).toBe(signer.appId);
    clock.advance(5000);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3000);
  });
  const { text, isCut } = await receive(`${service.baseUrl}${PATH}`, exportHeaders(signer));
  expect(isCut).toBe(true);
  expect(parseLines(text)).toHaveLength(LIMITS.exportPage);
});

it('a receiver that takes nothing is cut, and its place comes back (EX4)', async () => {
  service.context.exportTimes = { idleMs: 300 };
  const open = await Promise.all(Array.from({ length: DEFENCES.exports }, () => openExport(rich)));
  expect(open.map(({ status }) => status)).toEqual([200, 200]);
  await vi.waitFor(
    async () => {
      const again = await openExport(rich);
      again.close();
      expect(again.status).toBe(200);
    },
    { timeout: 10_000, interval: 100 },
  );
  for (const { close } of open) close();
});

it('a receiver that takes what comes, slowly, is not cut (EX4)', async () => {
  service.context.exportTimes = { idleMs: 2000 };
  const response = await fetchExport(rich, '', { 'Accept-Encoding': 'identity' });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(parseLines(text).pop()).toEqual({ end: { count: 20_000 } });
});
