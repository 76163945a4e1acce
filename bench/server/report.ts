import { cpus, totalmem } from 'node:os';
import type { ProcessingResult } from './processing.ts';
import type { Plan } from './flags.ts';
import {
  DELIVERIES_GOAL_PER_SECOND,
  EXPORT_GOALS,
  FEED_GOALS_MS,
  MEMORY_GOAL_MB,
  PURCHASE_P99_GOAL_MS,
  PURCHASES_GOAL_PER_SECOND,
} from './goals.ts';
import type { RowResult } from './measure-row.ts';
import { renderGoal, short, whole } from './render-goals.ts';
import { renderRow } from './render-row.ts';
import type { ExportResult } from './rows/export.ts';
import type { FeedResult } from './rows/feed.ts';
import type { MemoryResult } from './rows/memory.ts';
import type { ScaleResult } from './scale/measure-scale.ts';
import { renderScale } from './scale/render-scale.ts';
import type { WebhooksResult } from './rows/webhooks.ts';

export interface Results {
  plan: Plan;
  rows: RowResult[];
  feed: FeedResult | null;
  webhooks: WebhooksResult | null;
  exported: ExportResult | null;
  processing: ProcessingResult | null;
  memory: MemoryResult | null;
  scale: ScaleResult[] | null;
}

/** The whole report in markdown. */
export function renderReport(results: Results): string {
  const { plan, rows, feed, webhooks, exported, processing, memory, scale } = results;
  return [
    ...heading(plan),
    ...rows.flatMap(renderRow),
    ...(feed ? renderFeed(feed) : []),
    ...(webhooks ? renderWebhooks(webhooks) : []),
    ...(exported ? renderExport(exported) : []),
    ...(processing ? renderProcessing(processing) : []),
    ...(memory ? renderMemory(memory) : []),
    ...(scale ? renderScale(scale) : []),
  ].join('\n');
}

function heading(plan: Plan): string[] {
  const [cpu] = cpus();
  return [
    '# The service beside its peers',
    '',
    '![Requests a second of every contender](server.svg)',
    '',
    'Written by `npm run bench`; [bench/README.md](../README.md) tells what each contender is and how to read this,',
    '[why.md](why.md) why rows that are missed stop where they do.',
    '',
    `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, ` +
      `Node ${process.version}. ${plan.rounds} rounds of ${plan.seconds} s for each contender, in turns; ` +
      `${plan.connections} connections; ${new Date().toISOString().slice(0, 10)}.`,
    'Loader, server and Postgres share the cores: rates compare, CPU times tell what a request costs.',
    '',
  ];
}

function renderProcessing(result: ProcessingResult): string[] {
  return [
    '## Carry out purchases',
    '',
    `One worker process with a platform that answers at once: **${whole(result.purchasesPerSecond)} purchases/s**, ` +
      `${short(result.workerCpuMs, 2)} ms CPU of the worker and ${short(result.postgresCpuMs, 2)} ms of Postgres each.`,
    '',
    `At ${whole(result.rate)} due a second: p50 ${short(result.p50Ms, 0)} ms, p99 ${short(result.p99Ms, 0)} ms from due to ` +
      `completed. Orders sent twice: ${result.repeats}.`,
    '',
    renderGoal(
      `${whole(PURCHASES_GOAL_PER_SECOND)} purchases/s`,
      result.purchasesPerSecond >= PURCHASES_GOAL_PER_SECOND,
      whole(result.purchasesPerSecond),
    ),
    renderGoal(
      `p99 within ${PURCHASE_P99_GOAL_MS} ms at half of that rate`,
      result.p99Ms <= PURCHASE_P99_GOAL_MS,
      `${short(result.p99Ms, 0)} ms`,
    ),
    '',
  ];
}

function renderFeed(feed: FeedResult): string[] {
  return [
    '## Follow events',
    '',
    `${whole(feed.events)} events of ${feed.apps} Apps at ${whole(feed.eventsPerSecond)} a second, written as changes write ` +
      `them, with a reader of each App that waits: p50 ${short(feed.p50Ms, 0)} ms, p99 ${short(feed.p99Ms, 0)} ms from commit ` +
      `to reader; ${short(feed.processUs, 0)} µs CPU of the process with API and worker and ${short(feed.postgresUs, 0)} µs of Postgres ` +
      `each. Lost, doubled or out of order: ${feed.wrong}.`,
    '',
    renderGoal(
      `p50 within ${FEED_GOALS_MS.p50} ms`,
      feed.p50Ms <= FEED_GOALS_MS.p50,
      `${short(feed.p50Ms, 0)} ms`,
    ),
    renderGoal(
      `p99 within ${FEED_GOALS_MS.p99} ms`,
      feed.p99Ms <= FEED_GOALS_MS.p99,
      `${short(feed.p99Ms, 0)} ms`,
    ),
    '',
  ];
}

function renderWebhooks(result: WebhooksResult): string[] {
  const { steady, backlogPerSecond, backlogPerSecondWithStored } = result;
  const goal = `${whole(DELIVERIES_GOAL_PER_SECOND)} deliveries/s`;
  return [
    '## Send webhooks',
    '',
    `One process with API and worker, ${result.endpoints} endpoints of two Apps that answer at once. From a backlog: ` +
      `**${whole(backlogPerSecond)} deliveries/s**, ${short(result.processUs, 0)} µs CPU of the process and ` +
      `${short(result.postgresUs, 0)} µs of Postgres each; with ${whole(result.stored)} old deliveries stored ` +
      `${whole(backlogPerSecondWithStored)}/s.`,
    '',
    `At ${whole(steady.perSecond)} a second: p50 ${short(steady.p50Ms, 0)} ms, p99 ${short(steady.p99Ms, 0)} ms from commit to ` +
      `receiver. Lost or doubled: ${result.wrong}.`,
    '',
    renderGoal(goal, backlogPerSecond >= DELIVERIES_GOAL_PER_SECOND, whole(backlogPerSecond)),
    renderGoal(
      `${goal} with ${whole(result.stored)} stored`,
      backlogPerSecondWithStored >= DELIVERIES_GOAL_PER_SECOND,
      whole(backlogPerSecondWithStored),
    ),
    '',
  ];
}

function renderExport(result: ExportResult): string[] {
  const { lines, linesPerSecond, slowGrowthMb } = result;
  const goals = [
    renderGoal(
      `${whole(EXPORT_GOALS.linesPerSecond)} lines/s`,
      linesPerSecond >= EXPORT_GOALS.linesPerSecond,
      whole(linesPerSecond),
    ),
    renderGoal(
      `at most ${EXPORT_GOALS.growthMb} MB with ${result.slowReaders} slow receivers`,
      slowGrowthMb <= EXPORT_GOALS.growthMb,
      `${whole(slowGrowthMb)} MB`,
    ),
  ];
  return [
    '## Export all intents of an App',
    '',
    `${whole(lines)} lines, compressed, to a receiver that takes what comes: **${whole(linesPerSecond)} lines/s**, ` +
      `${short(result.processUs, 1)} µs CPU of the process and ${short(result.postgresUs, 1)} µs of Postgres each. The resident ` +
      `memory of a fresh process had grown by ${whole(slowGrowthMb)} MB at most while ${result.slowReaders} receivers took little for ` +
      `${whole(result.slowSeconds)} s, and by ${whole(result.growthMb)} MB in the whole export after that.`,
    '',
    ...(result.isWhole ? goals : ['The export was not whole: no figure.']),
    '',
  ];
}

function renderMemory(memory: MemoryResult): string[] {
  const wrong = Object.entries(memory.wrong).map(([status, count]) => `; ${count} answers ${status}`);
  return [
    '## Memory of the API process',
    '',
    `Under full load for ${short(memory.minutes, 1)} minutes, ${whole(memory.requests)} requests, a create to three ` +
      `reads${wrong.join('')}: ${whole(memory.startMb)} MB after the start, ${whole(memory.peakMb)} MB at most, ` +
      `${whole(memory.endMb)} MB at the end. Trend of the second half: **${short(memory.slopeMbPerMinute, 2)} MB a minute**.`,
    '',
    renderGoal(`at most ${MEMORY_GOAL_MB} MB`, memory.peakMb <= MEMORY_GOAL_MB, `${whole(memory.peakMb)} MB`),
    '',
  ];
}
