import { setTimeout as wait } from 'node:timers/promises';
import { GATEWAY_PROTOCOL_VERSION } from '@procurement-intents/contract/gateway/codes';
import type { PlatformConfig } from '../config/platform-config.ts';
import type { Logger } from '../observability/logger.ts';
import type { Platform, PlatformCapabilities } from './platform.ts';
import { platformOf } from './platform-of.ts';

const AGAIN_MS = 60_000;

interface Announcement {
  settings: readonly PlatformConfig[];
  platforms: ReadonlyMap<PlatformConfig['id'], Platform>;
  /** Bounds each call. */
  timeoutMs: number;
  /** Between calls of a gateway that has not answered yet. Default a minute. */
  againMs?: number;
  log: Logger;
}

/** What a gateway cannot do, each with what follows from it. */
function missingOf(capabilities: PlatformCapabilities, { prices }: PlatformConfig): string[] {
  const { protocol, quote, list, placeBefore, cancel } = capabilities;
  return [
    ...(protocol === GATEWAY_PROTOCOL_VERSION
      ? []
      : [`protocol ${GATEWAY_PROTOCOL_VERSION}: it speaks another version`]),
    ...(list ? [] : ['the list of changed orders: completed orders are asked about one by one']),
    ...(placeBefore ? [] : ['placeBefore: an order may appear after its intent has ended']),
    ...(cancel ? [] : ['cancellation: an intent that is being bought cannot be cancelled']),
    ...(prices === 'gateway' && !quote ? ['quotes: no product can be checked, and nothing is bought'] : []),
  ];
}

async function announce(
  settings: PlatformConfig,
  { platforms, timeoutMs, againMs = AGAIN_MS, log }: Announcement,
  signal: AbortSignal,
): Promise<void> {
  const { id: platform } = settings;
  const describe = () => platformOf({ platforms }, platform).describe({ timeoutMs, signal });
  let answer = await describe();
  if (!answer.ok && !signal.aborted) {
    log.warn({ platform, reason: answer.reason }, 'the gateway does not answer');
  }
  // Until it has answered once, nobody knows how many orders a second it takes.
  while (!answer.ok && !signal.aborted) {
    await wait(againMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) answer = await describe();
  }
  if (!answer.ok || signal.aborted) return;
  if (answer.capabilities === null) {
    log.warn({ platform }, 'the gateway does not say what it can do: it has no GET /capabilities');
  } else {
    const missing = missingOf(answer.capabilities, settings);
    if (missing.length > 0) log.warn({ platform, missing }, 'the gateway lacks a part of the protocol');
  }
}

/**
 * Asks every gateway what it can do until it has answered once, and tells operators in one line each what is missing.
 * Delays and stops nothing. The result ends it.
 */
export function announceCapabilities(announcement: Announcement): () => Promise<void> {
  const ended = new AbortController();
  const all = announcement.settings.map((one) => announce(one, announcement, ended.signal));
  return async () => {
    ended.abort();
    await Promise.all(all);
  };
}
