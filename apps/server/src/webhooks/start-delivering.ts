import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { startLoops } from '../polling/start-loops.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { Deliverer, type DeliveryContext } from './deliver.ts';
import type { Replays } from './store/replays.ts';
import { SWEPT_DELIVERIES, type WebhookSweeps } from './store/sweeps.ts';

const CLAIM_MS = 100;
// While there is something to send.
const BUSY_MS = 20;
const SETTLE_MS = 20;
const REPLAY_MS = 500;
const WATCH_MS = 60_000;
const SWEEP_MS = 5000;
const FORGET_MS = 60_000;

const { requestsPerProcess, requestsPerEndpoint } = WEBHOOK_LIMITS;
// With less room than this, an endpoint gets one request at a time: those that hang leave room for others.
const SCARCE = 64;

export interface DeliveringDeps extends DeliveryContext {
  replays: Pick<Replays, 'step'>;
  sweeps: WebhookSweeps;
  /** Days that the log is kept. */
  eventDays: number;
}

/** Starts what sends webhooks. Any number of processes may. The result stops it after the requests that are under way. */
export function startDelivering(deps: DeliveringDeps): (timeoutMs: number) => Promise<void> {
  const deliverer = new Deliverer(deps);
  const { log, results, replays, sweeps, eventDays } = deps;
  const warn = (what: string) => (error: unknown) => log.warn({ err: redactError(error) }, what);
  const claims = new PollingLoop({
    everyMs: CLAIM_MS,
    poll: async () => {
      const room = requestsPerProcess - deliverer.running;
      if (room <= 0) return BUSY_MS;
      const perEndpoint = room < SCARCE ? 1 : requestsPerEndpoint;
      const begun = await deliverer.begin(room, perEndpoint);
      return begun > 0 || deliverer.running > 0 ? BUSY_MS : CLAIM_MS;
    },
    onError: warn('webhooks could not be sent; they wait'),
  });
  const settling = new PollingLoop({
    everyMs: SETTLE_MS,
    poll: async () => {
      await deliverer.settle();
    },
    onError: warn('results of webhooks could not be written; they are written again'),
  });
  const sweeper = (name: string, everyMs: number, sweep: () => Promise<boolean>) =>
    new Sweeper({ name, everyMs, sweep, log });
  const stopLoops = startLoops(
    claims,
    new PollingLoop({
      everyMs: REPLAY_MS,
      poll: async () => {
        await replays.step();
      },
      onError: warn('replays of webhooks could not go on; they wait'),
    }),
    sweeper('webhook endpoints without success', WATCH_MS, () => watchEndpoints(results, log)),
    sweeper('deliveries of disabled endpoints', SWEEP_MS, async () => (await sweeps.endClosed()) > 0),
    sweeper(
      'endpoints that nobody woke',
      SWEEP_MS,
      async () => (await sweeps.wakeAsleep()) === SWEPT_DELIVERIES,
    ),
    sweeper('logs of deleted endpoints', SWEEP_MS, async () => (await sweeps.removeGone()) > 0),
    sweeper('old deliveries', FORGET_MS, async () => {
      await sweeps.forgetReplays(eventDays);
      return (await sweeps.forget(eventDays)) === SWEPT_DELIVERIES;
    }),
  );
  settling.start();
  return async (timeoutMs) => {
    await stopLoops();
    await deliverer.stop(timeoutMs);
    await settling.stop();
    await deps.sender.close();
  };
}

/** Tells of endpoints that take nothing, and disables those that have not for days. */
export async function watchEndpoints(
  results: DeliveringDeps['results'],
  log: Pick<Logger, 'warn'>,
): Promise<false> {
  const { failingHours, disabledHours, disabledDays } = WEBHOOK_LIMITS;
  const failing = await results.tellFailing(failingHours);
  const disabled = await results.disableHopeless(disabledHours, disabledDays);
  if (failing > 0 || disabled > 0) log.warn({ failing, disabled }, 'webhook endpoints take nothing');
  return false;
}
