import { ApiError } from '@procurement-intents/domain';
import { BearerError, refusedCredential } from '@procurement-intents/domain/bearer';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import type { SignedAuthentication } from './authenticate-signed.ts';
import { checkApp, checkHolder } from './check-caller.ts';
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
    checkApp(app, request.ip, metadata);
  }
  if (metadata.auth === 'bearer') {
    const found = await findHolder(request, deps);
    if (!found) throw new BearerError('unauthorized');
    if (found.state !== 'valid') throw refusedCredential(found.state);
    checkHolder(found.caller, request.ip, metadata);
  }
}
