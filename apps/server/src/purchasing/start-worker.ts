import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { JobHandler, JobQueue, Jobs } from '../queue/jobs.ts';
import { Dispatcher } from './dispatch-intents.ts';
import { createLookupDispatcher } from './dispatch-lookups.ts';
import { OrderFollowers } from './follow-orders.ts';
import { processIntent } from './process-intent.worker.ts';
import type { ProcessingContext } from './processing-context.ts';
import { reconcileOrder } from './reconcile-order.worker.ts';
import { definitionOf } from './intent-job.ts';
import { INTENT_JOBS, type IntentJobKind } from './intent-jobs.ts';
import type { OrderFeeds } from './store/order-feeds.ts';
import type { DueIntents } from './store/take-due-intents.ts';
import type { DueLookups } from './store/take-due-lookups.ts';
import { trackIntent } from './track-intent.worker.ts';

export interface WorkerDeps {
  context: ProcessingContext;
  feeds: OrderFeeds;
  dueIntents: DueIntents;
  dueLookups: DueLookups;
  jobs: Jobs;
  /** Purchases at once in this process, for each platform. */
  concurrency: number;
}

// For each platform. Tracking is one short call that no caller waits for.
const TRACKING_CONCURRENCY = 32;
// For each platform. An App at its rate limit of creates, all of which fail, needs 40 look-ups of two calls each a second.
const RECONCILING_CONCURRENCY = 16;

const tracer = trace.getTracer('procurement-intents');

/** Traces each attempt in a span with the id of its intent. */
function traced({ queue }: JobQueue, handler: JobHandler): JobHandler {
  return (intentId, signal) =>
    tracer.startActiveSpan(queue, { attributes: { 'intent.id': intentId } }, async (span) => {
      try {
        await handler(intentId, signal);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
}

/** Starts the dispatchers, the consumers of every queue and the followers of orders. The result stops them. */
export async function startWorker({
  context,
  feeds,
  dueIntents,
  dueLookups,
  jobs,
  concurrency,
}: WorkerDeps): Promise<(timeoutMs: number) => Promise<void>> {
  await jobs.start();
  const followers = new OrderFollowers({ ...context, feeds });
  const workers: Record<IntentJobKind, { atOnce: number; handler: JobHandler }> = {
    track: {
      atOnce: TRACKING_CONCURRENCY,
      handler: (id, signal) => trackIntent(context, id, signal, followers.isTrusted),
    },
    process: { atOnce: concurrency, handler: (id, signal) => processIntent(context, id, signal) },
    reconcile: {
      atOnce: RECONCILING_CONCURRENCY,
      handler: (id, signal) => reconcileOrder(context, id, signal),
    },
  };
  for (const [kind, { atOnce, handler }] of Object.entries(workers))
    for (const job of Object.values(INTENT_JOBS[kind as IntentJobKind])) {
      await jobs.define(definitionOf(job, context.orderTimeoutMs));
      await jobs.work(job, atOnce, traced(job, handler));
    }
  const { clock, log } = context;
  const dispatcher = new Dispatcher({ dueIntents, jobs, clock, log });
  const lookupDispatcher = createLookupDispatcher({ dueLookups, jobs, log });
  dispatcher.start(0);
  lookupDispatcher.start();
  followers.start();
  return async (timeoutMs) => {
    await Promise.all([dispatcher, lookupDispatcher, followers].map((one) => one.stop()));
    await jobs.stop(timeoutMs);
  };
}
