import type { Scope } from '@procurement-intents/contract/bearer';
import type { ApiKeyView, AuditEventView, SessionView } from '@procurement-intents/contract/company';

/** An API key as it is stored, without its hash. */
export interface StoredKey {
  id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  ipAllowList: string[];
  userId: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
}

/** An API key as administrators see it. */
export const presentKey = (key: StoredKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  ipAllowList: key.ipAllowList,
  userId: key.userId,
  ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
  ...(key.revokedAt && { revokedAt: key.revokedAt.toISOString() }),
  createdAt: key.createdAt.toISOString(),
});

/** A session as it is stored, without its hash. */
export interface StoredSession {
  id: string;
  kind: string;
  userId: string;
  ip: string;
  lastUsedAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A session as administrators see it. */
export const presentSession = (session: StoredSession): SessionView => ({
  id: session.id,
  kind: session.kind,
  userId: session.userId,
  ip: session.ip,
  ...(session.lastUsedAt && { lastUsedAt: session.lastUsedAt.toISOString() }),
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
});

/** A recorded change as it is stored. */
export interface StoredAuditEvent {
  id: string;
  createdAt: Date;
  actorKind: AuditEventView['actorKind'];
  actorId: string | null;
  userId: string | null;
  ip: string | null;
  requestId: string | null;
  action: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A recorded change as administrators see it. */
export const presentAuditEvent = (event: StoredAuditEvent): AuditEventView => ({
  id: event.id,
  createdAt: event.createdAt.toISOString(),
  actorKind: event.actorKind,
  ...(event.actorId !== null && { actorId: event.actorId }),
  ...(event.userId !== null && { userId: event.userId }),
  ...(event.ip !== null && { ip: event.ip }),
  ...(event.requestId !== null && { requestId: event.requestId }),
  action: event.action,
  subjectId: event.subjectId,
  ...(event.before && { before: event.before }),
  ...(event.after && { after: event.after }),
});
