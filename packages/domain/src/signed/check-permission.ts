import type { Permission } from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';

/** @throws ApiError `PERMISSION_MISSING` (40302) when the App has none of the permissions that the route names. */
export function checkPermission(
  app: { permissions: readonly Permission[] },
  route: { permissions: readonly Permission[] },
): void {
  if (!route.permissions.some((each) => app.permissions.includes(each))) {
    throw new ApiError('PERMISSION_MISSING');
  }
}
