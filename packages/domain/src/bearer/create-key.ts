import type { Holder } from './holder.ts';
import { conflict } from './refusals.ts';

/** Whose `Idempotency-Key` a call's is: the user's whose call counts, else the client's. */
export const ownerOfKey = ({ userId, id }: Pick<Holder, 'userId' | 'id'>): string => userId ?? id;

/**
 * What a create has to repeat under its key: the operation and the content. Hosts keep its hash.
 *
 * @param content - the validated body, without its secrets.
 */
export const createBinding = (operation: string | undefined, content: object): string =>
  JSON.stringify([operation, content]);

/**
 * The resource that an earlier create under the same key has made.
 *
 * @throws BearerError `conflict` when the key was used for another request.
 */
export function replayedResource(
  earlier: { requestHash: string; resourceId: string },
  requestHash: string,
): string {
  if (earlier.requestHash !== requestHash) throw conflict('the Idempotency-Key was used for another request');
  return earlier.resourceId;
}
