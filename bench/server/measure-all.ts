import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderChart } from './chart.ts';
import { checkSamePromises } from './check-same-promises.ts';
import { endAll } from './cleanup.ts';
import type { Plan, RowId } from './flags.ts';
import { measureRow, type Row, type RowResult } from './measure-row.ts';
import { measureProcessing, type ProcessingResult } from './processing.ts';
import { renderReport } from './report.ts';
import { archiveRow, createBesideArchiveRow, listBesideArchiveRow } from './rows/archive.ts';
import { createBesideLogInsRow, readBesideLogInsRow } from './rows/beside-log-ins.ts';
import { createBesideSearchesRow, readBesideSearchesRow } from './rows/beside-searches.ts';
import { createBatchRow } from './rows/create-batch.ts';
import { createRow } from './rows/create.ts';
import { type FeedResult, measureFeed } from './rows/feed.ts';
import { measureWebhooks, type WebhooksResult } from './rows/webhooks.ts';
import { createBesideExportRow, type ExportResult, measureExport } from './rows/export.ts';
import { getRow } from './rows/get.ts';
import { growthRow } from './rows/growth.ts';
import { listDeepRow, listLabelRow, listRow } from './rows/list.ts';
import { measureMemory, type MemoryResult } from './rows/memory.ts';
import { profileRow } from './rows/profile.ts';
import { refuseCreateRow, refuseRow } from './rows/refuse.ts';
import { releasesRow } from './rows/releases.ts';
import { workerRow } from './rows/worker.ts';
import { measureScale, type ScaleResult } from './scale/measure-scale.ts';
import { openStage } from './stage.ts';

const ROWS: readonly Row[] = [
  createRow,
  createBatchRow,
  getRow,
  profileRow,
  listRow,
  listDeepRow,
  listLabelRow,
  createBesideSearchesRow,
  readBesideSearchesRow,
  createBesideLogInsRow,
  readBesideLogInsRow,
  createBesideExportRow,
  refuseRow,
  refuseCreateRow,
  releasesRow,
  workerRow,
  growthRow,
  listBesideArchiveRow,
  createBesideArchiveRow,
  archiveRow,
];
const OWN_POSTGRES: ReadonlySet<RowId> = new Set(['processing', 'scale']);
const RESULTS = join(import.meta.dirname, '..', 'results');

/** Measures what the plan asks for, and gives the report; `say` is told of every step. */
export async function measureAll(plan: Plan, say: (line: string) => void): Promise<string> {
  const isWanted = (id: RowId): boolean => plan.rows.includes(id);
  const rows: RowResult[] = [];
  let feed: FeedResult | null = null;
  let webhooks: WebhooksResult | null = null;
  let exported: ExportResult | null = null;
  let memory: MemoryResult | null = null;
  let processing: ProcessingResult | null = null;
  let scale: ScaleResult[] | null = null;
  if (plan.rows.some((id) => !OWN_POSTGRES.has(id))) {
    const stage = await openStage();
    say('comparing the answers of the service with those of the peer that keeps the same promises');
    await checkSamePromises({ stage, plan });
    for (const row of ROWS.filter(({ id }) => isWanted(id))) {
      rows.push(await measureRow(row, { stage, plan }, say));
    }
    if (isWanted('feed')) {
      say('feed');
      feed = await measureFeed({ stage, plan });
    }
    if (isWanted('webhooks')) {
      say('webhooks');
      webhooks = await measureWebhooks({ stage, plan });
    }
    if (isWanted('export')) {
      say('export');
      exported = await measureExport({ stage, plan });
    }
    if (isWanted('memory')) {
      say(`memory: ${plan.memoryMinutes} minutes of full load`);
      memory = await measureMemory({ stage, plan });
    }
    // Processing has a Postgres of its own, and needs the cores for itself.
    await endAll();
  }
  if (isWanted('processing')) {
    say('processing');
    processing = await measureProcessing();
  }
  if (isWanted('scale')) scale = await measureScale(say);
  const report = renderReport({ plan, rows, feed, webhooks, exported, processing, memory, scale });
  if (plan.isKept) keep(report, renderChart(rows));
  else say('Not kept: only the whole default run writes bench/results.');
  return report;
}

function keep(report: string, chart: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'server.md'), report);
  writeFileSync(join(RESULTS, 'server.svg'), chart);
}
