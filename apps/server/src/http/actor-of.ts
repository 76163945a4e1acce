import type { Actor } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import type { RequestContext } from './request-context.ts';

/** Who makes the changes of a request, for the record of them. */
export const actorOf = ({ holder: { kind, id, userId }, ip, requestId }: RequestContext): Actor => ({
  kind,
  id,
  userId,
  ip,
  requestId,
});

/** What a request changes under the id of its path. */
export const targetOf = (request: RequestContext, id: string): ChangeTarget => ({
  id,
  ifMatch: request.headers['if-match'],
  actor: actorOf(request),
});
