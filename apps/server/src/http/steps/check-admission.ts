import { ApiError, checkPermission } from '@procurement-intents/domain';
import { checkScope, requireHolder } from '@procurement-intents/domain/bearer';
import { checkAllowList } from '../../auth/allow-list.ts';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import type { SignedAuthentication } from './admit-signed.ts';
import { findHolder, type HolderDeps } from './find-holder.ts';

/**
 * Checks once more whether the caller may make the call: what was taken away since ends an answer that takes minutes, too.
 *
 * @throws ApiError or BearerError as the steps that let the call in.
 */
export async function checkAdmission(
  request: RequestContext,
  metadata: Operation['metadata'],
  { apps, ...deps }: Pick<SignedAuthentication, 'apps'> & HolderDeps,
): Promise<void> {
  if (metadata.auth === 'signed') {
    const app = await apps.find(request.caller.id);
    if (app === null) throw new ApiError('APP_UNKNOWN');
    checkAllowList(app, request.ip);
    checkPermission(app, metadata);
  }
  if (metadata.auth === 'bearer') {
    const holder = requireHolder(await findHolder(request, deps));
    checkAllowList(holder, request.ip);
    checkScope(holder, metadata.scope);
  }
}
