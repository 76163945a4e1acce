import { ApiError, ValidationError } from './errors.ts';

/**
 * @param ifMatch - the caller's `If-Match`: the `ETag` of the version that it has read; nothing for any version.
 * @throws ApiError `VERSION_CONFLICT` (40902) when the record has another version; ValidationError when the value is
 *   not an `ETag`.
 */
export function checkVersion(record: { version: number }, ifMatch: string | null | undefined): void {
  if (ifMatch === null || ifMatch === undefined) return;
  const version = /^"([1-9][0-9]{0,9})"$/.exec(ifMatch)?.[1];
  if (version === undefined) throw new ValidationError([{ field: 'If-Match', issue: { rule: 'version' } }]);
  if (Number(version) !== record.version) {
    throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: record.version } });
  }
}
