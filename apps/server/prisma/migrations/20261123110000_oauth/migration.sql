CREATE TABLE "oauth_clients" (
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "secretHash" BYTEA,
  "previousSecretHash" BYTEA,
  "previousSecretUntil" TIMESTAMPTZ(3),
  "redirectUris" TEXT[],
  "scopes" TEXT[],
  "grantTypes" TEXT[],
  "isPublic" BOOLEAN NOT NULL,
  "makerId" TEXT,
  "disabledAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "oauth_clients_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "oauth_clients_makerId_idx" ON "oauth_clients" ("makerId");

CREATE TABLE "oauth_grants" (
  "id" TEXT NOT NULL,
  "clientId" TEXT NOT NULL,
  "userId" TEXT,
  "scopes" TEXT[],
  "revokedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "oauth_grants_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_grants_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "oauth_grants_clientId_idx" ON "oauth_grants" ("clientId");
CREATE INDEX "oauth_grants_userId_idx" ON "oauth_grants" ("userId");
CREATE INDEX "oauth_grants_createdAt_idx" ON "oauth_grants" ("createdAt");

CREATE TABLE "oauth_tokens" (
  "hash" BYTEA NOT NULL,
  "kind" TEXT NOT NULL,
  "grantId" TEXT NOT NULL,
  "scopes" TEXT[],
  "redirectUri" TEXT,
  "challenge" TEXT,
  "salt" BYTEA,
  "usedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "oauth_tokens_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "oauth_grants" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "oauth_tokens_grantId_idx" ON "oauth_tokens" ("grantId");
CREATE INDEX "oauth_tokens_expiresAt_idx" ON "oauth_tokens" ("expiresAt");
CREATE INDEX "oauth_tokens_salted" ON "oauth_tokens" ("usedAt") WHERE "salt" IS NOT NULL;

CREATE TABLE "oauth_devices" (
  "hash" BYTEA NOT NULL,
  "userCodeHash" BYTEA NOT NULL,
  "clientId" TEXT NOT NULL,
  "scopes" TEXT[],
  "state" TEXT NOT NULL,
  "grantId" TEXT,
  "intervalSeconds" INTEGER NOT NULL,
  "polledAt" TIMESTAMPTZ(3),
  "usedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "oauth_devices_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "oauth_devices_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "oauth_devices_userCodeHash_key" ON "oauth_devices" ("userCodeHash");
CREATE INDEX "oauth_devices_clientId_idx" ON "oauth_devices" ("clientId");
CREATE INDEX "oauth_devices_expiresAt_idx" ON "oauth_devices" ("expiresAt");

CREATE TABLE "oauth_interactions" (
  "hash" BYTEA NOT NULL,
  "clientId" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "scopes" TEXT[],
  "redirectUri" TEXT,
  "state" TEXT,
  "challenge" TEXT,
  "deviceHash" BYTEA,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "oauth_interactions_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "oauth_interactions_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_interactions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_interactions_deviceHash_fkey" FOREIGN KEY ("deviceHash") REFERENCES "oauth_devices" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "oauth_interactions_clientId_idx" ON "oauth_interactions" ("clientId");
CREATE INDEX "oauth_interactions_userId_idx" ON "oauth_interactions" ("userId");
CREATE INDEX "oauth_interactions_deviceHash_idx" ON "oauth_interactions" ("deviceHash");
CREATE INDEX "oauth_interactions_expiresAt_idx" ON "oauth_interactions" ("expiresAt");
