import { checkPermission } from '@procurement-intents/domain';
import { type BearerCaller, checkScope } from '@procurement-intents/domain/bearer';
import { checkAllowList } from '../../auth/allow-list.ts';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';

/** The metadata of the operations that are called with credentials of this scheme. */
export type MetadataOf<Auth extends 'signed' | 'bearer'> = Extract<Operation['metadata'], { auth: Auth }>;

// Whether a caller who is known may make a call: asked as the call begins, and again while its answer lasts.

/** @throws ApiError `IP_NOT_ALLOWED`, `PERMISSION_MISSING`. */
export function checkApp(
  app: Parameters<typeof checkAllowList>[0] & Parameters<typeof checkPermission>[0],
  ip: RequestContext['ip'],
  metadata: MetadataOf<'signed'>,
): void {
  checkAllowList(app, ip);
  checkPermission(app, metadata);
}

/** @throws ApiError `IP_NOT_ALLOWED`, BearerError `insufficient_scope`. */
export function checkHolder(
  caller: Parameters<typeof checkAllowList>[0] & Pick<BearerCaller, 'scopes'>,
  ip: RequestContext['ip'],
  { scope }: MetadataOf<'bearer'>,
): void {
  checkAllowList(caller, ip);
  checkScope(caller, scope);
}
