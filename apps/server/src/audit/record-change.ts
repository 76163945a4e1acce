import type { AuditAction } from '@procurement-intents/contract/company';
import { Prisma } from '#prisma';
import { newId } from '../new-id.ts';
import type { Transaction } from '../postgres/transaction.ts';

/** Who changes something, and from where. */
export interface Actor {
  /** `operator`: a command line on the server; `service`: the service itself, as for the first administrator. */
  kind: 'user' | 'api_key' | 'oauth_client' | 'operator' | 'service';
  /** Id of the user, the API key or the client; null for an operator and the service. */
  id: string | null;
  /** The user whose act it counts as. */
  userId: string | null;
  ip: string | null;
  requestId: string | null;
}

export const OPERATOR: Actor = { kind: 'operator', id: null, userId: null, ip: null, requestId: null };
export const SERVICE: Actor = { ...OPERATOR, kind: 'service' };

/** What was changed. Texts and amounts as the API shows them; never a secret or a hash of one. */
export interface Change {
  action: AuditAction;
  subjectId: string;
  before?: object;
  after?: object;
}

/** Records a change in the transaction that makes it. */
export async function recordChange(
  transaction: Transaction,
  { actor, at, change }: { actor: Actor; at: Date; change: Change },
): Promise<void> {
  await transaction.auditEvent.create({
    data: {
      id: newId('auditEvent'),
      createdAt: at,
      actorKind: actor.kind,
      actorId: actor.id,
      userId: actor.userId,
      ip: actor.ip,
      requestId: actor.requestId,
      action: change.action,
      subjectId: change.subjectId,
      before: (change.before as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
      after: (change.after as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
    },
  });
}
