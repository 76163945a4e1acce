import { ApiError } from '../errors.ts';

/** @throws ApiError `INTENT_NOT_FOUND` (40401); `NOT_OWNER` (40301) when the intent is another App's. */
export function requireOwnIntent<Intent extends { appId: string }>(
  intent: Intent | null | undefined,
  appId: string,
): Intent {
  if (!intent) throw new ApiError('INTENT_NOT_FOUND');
  if (intent.appId !== appId) throw new ApiError('NOT_OWNER');
  return intent;
}
