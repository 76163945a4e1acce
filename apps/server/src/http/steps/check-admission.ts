import { repeatSteps, SIGNED_ADMISSION } from '@procurement-intents/domain';
import { BEARER_ADMISSION } from '@procurement-intents/domain/bearer';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import { repeatedBearerSteps } from './admit-bearer.ts';
import { repeatedSignedSteps, type SignedAuthentication } from './admit-signed.ts';
import type { HolderDeps } from './find-holder.ts';

/**
 * Checks once more whether the caller may make the call: what was taken away since ends an answer that takes minutes, too.
 *
 * @throws ApiError or BearerError as the steps that let the call in.
 */
export type CheckAdmission = (
  request: Pick<RequestContext, 'req' | 'ip'>,
  metadata: Operation['metadata'],
) => Promise<void>;

/** The repeated steps find everything anew, and leave what the request was admitted with as it is. */
export function createAdmissionCheck(deps: Pick<SignedAuthentication, 'apps'> & HolderDeps): CheckAdmission {
  const signed = repeatedSignedSteps(deps);
  const bearer = repeatedBearerSteps(deps);
  return async ({ req, ip }, metadata) => {
    if (metadata.auth === 'signed')
      return repeatSteps(SIGNED_ADMISSION, signed, { req, ip, namedApp: undefined }, metadata);
    if (metadata.auth === 'bearer')
      return repeatSteps(
        BEARER_ADMISSION,
        bearer,
        { req, ip, credential: null, foundHolder: undefined },
        metadata,
      );
    // A new kind of caller does not compile here.
    metadata satisfies { auth: 'none' };
  };
}
