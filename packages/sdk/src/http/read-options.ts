import { checkClientNames } from '#runtime';
import { checkBaseUrl, checkOption, checkTimeout } from '../check-options.ts';
import type { CommonOptions } from '../client-options.ts';
import type { Transport } from './request.ts';

// Twice the time that the service takes at most for a request: enough for one lost attempt and its retry.
const DEFAULT_TIMEOUT_MS = 60_000;

/** The options that both clients have, with their defaults. @throws TypeError for an unusable one. */
export function readOptions(options: Omit<CommonOptions, 'appId'>): Omit<Transport, 'scheme' | 'shared'> {
  checkClientNames(options);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, language = 'zh' } = options;
  checkTimeout(timeoutMs);
  checkOption(/^(zh|en)$/.test(language), 'language');
  return { ...options, baseUrl: checkBaseUrl(options.baseUrl), timeoutMs, language };
}
