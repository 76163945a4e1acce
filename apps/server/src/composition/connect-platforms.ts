import { isOwnReason } from '@procurement-intents/domain';
import type { CallFigures } from '../call-figures/call-figures.ts';
import type { Config } from '../config/config.ts';
import { announceCapabilities } from '../platforms/announce-capabilities.ts';
import { closePlatforms, createPlatforms } from '../platforms/platform-directory.ts';
import { withCircuitBreaker } from '../platforms/with-circuit-breaker.ts';
import { type PlatformMeter, withMetrics } from '../platforms/with-metrics.ts';
import type { Service, ServiceParts } from './service-parts.ts';

/** The platforms, with metrics and circuit breakers. */
export function connectPlatforms(
  { config, metrics, shutdown, wrapPlatform = withCircuitBreaker }: ServiceParts,
  { platforms: calls, breakers }: Pick<CallFigures, 'platforms' | 'breakers'>,
) {
  const connected = createPlatforms(config.platforms);
  shutdown.onClose(() => closePlatforms(connected));
  const counted: PlatformMeter = {
    platformCalled({ platform, call, outcome, seconds, reason }) {
      metrics.platformCalled(platform, call, outcome, seconds);
      // What this service has kept back itself says nothing of the platform.
      if (reason === undefined || !isOwnReason({ reason })) calls.add(platform, outcome);
    },
  };
  return new Map(
    [...connected].map(([id, one]) => [
      id,
      wrapPlatform(withMetrics(one, counted), (...change) => {
        metrics.breakerChanged(...change);
        breakers.changed(...change);
      }),
    ]),
  );
}

/** Learns what the gateways of these platforms can do. The result ends it. */
export const askGateways = (
  { config, log }: Service,
  platforms: Service['platforms'],
  settings: Config['platforms'],
): (() => Promise<void>) =>
  announceCapabilities({ settings, platforms, timeoutMs: config.orderTimeoutMs, log });

/** The same for an API that has prices quoted, where no worker of the process asks. */
export function askQuotingGateways(service: Service): () => Promise<void> {
  const { platforms, roles } = service.config;
  const quoting = platforms.filter(({ prices }) => prices === 'gateway' && !roles.includes('worker'));
  return askGateways(service, service.platforms, quoting);
}
