import { ApiError, ValidationError } from '../errors.ts';

/** @throws ApiError `INTENT_NOT_FOUND` (40401); `NOT_OWNER` (40301) when the intent is another App's. */
export function requireOwnIntent<Intent extends { appId: string }>(
  intent: Intent | null | undefined,
  appId: string,
): Intent {
  if (!intent) throw new ApiError('INTENT_NOT_FOUND');
  if (intent.appId !== appId) throw new ApiError('NOT_OWNER');
  return intent;
}

/**
 * @param ifMatch - the caller's `If-Match`: the `ETag` of the version that it has read; nothing for any version.
 * @throws ApiError `VERSION_CONFLICT` (40902) when the intent has another version; ValidationError when the value is
 *   not an `ETag`.
 */
export function checkVersion(intent: { version: number }, ifMatch: string | null | undefined): void {
  if (ifMatch === null || ifMatch === undefined) return;
  const version = /^"([1-9][0-9]{0,9})"$/.exec(ifMatch)?.[1];
  if (version === undefined) throw new ValidationError([{ field: 'If-Match', issue: { rule: 'version' } }]);
  if (Number(version) !== intent.version) {
    throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: intent.version } });
  }
}
