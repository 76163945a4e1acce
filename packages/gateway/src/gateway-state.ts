import type { ShopAdapter, ShopOrder } from './adapter.ts';
import type { Settings } from './gateway-options.ts';
import { ShopHealth } from './http/shop-health.ts';
import { Metrics } from './metrics.ts';
import { Bulkhead } from './placing/bulkhead.ts';
import type { Cancelled } from './placing/cancel-order.ts';
import type { Finding } from './placing/find-order.ts';
import type { Placed, Placing } from './placing/place-order.ts';
import { QuietOrders } from './placing/quiet-orders.ts';
import { SingleFlight } from './placing/single-flight.ts';
import type { Sweeping } from './placing/sweep.ts';

/** Everything that the requests of one gateway share. */
export interface GatewayState extends Placing<unknown>, Finding<unknown>, Sweeping<unknown> {
  adapter: ShopAdapter<unknown>;
  settings: Settings;
  /** Product pages need no token, so they have places of their own. */
  pages: Bulkhead;
  health: ShopHealth;
  isClosing: boolean;
}

export function createState(adapter: ShopAdapter<unknown>, settings: Settings): GatewayState {
  const state: GatewayState = {
    adapter,
    settings,
    lock: settings.lock,
    log: settings.log,
    callTimeoutMs: settings.callTimeoutMs,
    clockSkewMs: settings.clockSkewMs,
    sweepAfterMs: settings.sweepAfterMs,
    metrics: new Metrics(),
    bulkhead: new Bulkhead(settings.maxPlacing),
    pages: new Bulkhead(settings.maxPlacing),
    flights: new SingleFlight<Placed>(),
    findFlights: new SingleFlight<ShopOrder>(),
    cancelFlights: new SingleFlight<Cancelled>(),
    quietOrders: new QuietOrders(),
    openCancels: new Set(),
    releases: new Set(),
    health: new ShopHealth(),
    isClosing: false,
  };
  const { metrics, bulkhead } = state;
  metrics.gauge('gateway_placing', 'Orders being placed or cancelled.', () => bulkhead.running);
  metrics.gauge('gateway_queued', 'Orders that wait for a place.', () => bulkhead.queued);
  metrics.gauge('gateway_open_cancels', 'Cancellations that broke off.', () => state.openCancels.size);
  return state;
}
