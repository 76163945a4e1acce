CREATE TABLE "users" (
  "id" TEXT NOT NULL,
  "username" TEXT NOT NULL,
  "displayName" TEXT NOT NULL,
  "locale" TEXT NOT NULL,
  "passwordHash" TEXT NOT NULL,
  "passwordChangedAt" TIMESTAMPTZ(3) NOT NULL,
  "scopes" TEXT[],
  "approvalLimitFen" BIGINT,
  "disabledAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "users_username_key" ON "users" ("username");
CREATE INDEX "users_createdAt_id_idx" ON "users" ("createdAt" DESC, "id" DESC);

CREATE TABLE "sessions" (
  "id" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "kind" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "ip" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions" ("hash");
CREATE INDEX "sessions_userId_idx" ON "sessions" ("userId");
CREATE INDEX "sessions_expiresAt_idx" ON "sessions" ("expiresAt");

CREATE TABLE "api_keys" (
  "id" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "hint" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "scopes" TEXT[],
  "ipAllowList" TEXT[],
  "userId" TEXT NOT NULL,
  "revokedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" ("hash");
CREATE INDEX "api_keys_userId_idx" ON "api_keys" ("userId");

CREATE TABLE "credential_uses" (
  "credentialId" TEXT NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "credential_uses_pkey" PRIMARY KEY ("credentialId")
);

CREATE TABLE "idempotent_creates" (
  "ownerId" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "requestHash" TEXT NOT NULL,
  "resourceId" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "idempotent_creates_pkey" PRIMARY KEY ("ownerId", "key")
);
CREATE INDEX "idempotent_creates_resourceId_idx" ON "idempotent_creates" ("resourceId");

CREATE TABLE "audit_events" (
  "id" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "actorKind" TEXT NOT NULL,
  "actorId" TEXT,
  "userId" TEXT,
  "ip" TEXT,
  "requestId" TEXT,
  "action" TEXT NOT NULL,
  "subjectId" TEXT NOT NULL,
  "before" JSONB,
  "after" JSONB,
  CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_events_createdAt_id_idx" ON "audit_events" ("createdAt" DESC, "id" DESC);
CREATE INDEX "audit_events_subjectId_idx" ON "audit_events" ("subjectId");
CREATE INDEX "audit_events_actorId_idx" ON "audit_events" ("actorId");

-- Whoever may write here may add rows, and nothing else: not even the service can change what it once recorded.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only';
END $$;
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_events_kept" BEFORE TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
