import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDrift } from './find-drift.ts';
import { withMigratedDatabase } from '../database/migrated-database.ts';

const SCHEMA = `
generator client {
  provider = "prisma-client"
  output   = "./client"
}
datasource db {
  provider = "postgresql"
}
enum Color {
  RED
  BLUE
}
model Widget {
  id     String    @id @default(uuid()) @db.VarChar(36)
  serial BigInt    @default(autoincrement())
  color  Color     @default(RED)
  tags   String[]
  note   String?   @ignore
  madeAt DateTime  @default(now()) @map("made_at") @db.Timestamptz(3)
  added  Int
  parts  Part[]

  @@unique([color, serial])
  @@index([note, madeAt(sort: Desc)])
  @@map("widgets")
}
model Part {
  widgetId String  @db.VarChar(36)
  position Int
  price    Decimal @db.Decimal(10, 2)
  raw      Bytes?
  widget   Widget  @relation(fields: [widgetId], references: [id], onDelete: Cascade)

  @@id([widgetId, position])
}`;

const MIGRATION = `
CREATE TYPE "Color" AS ENUM ('RED', 'BLUE', 'GREEN');
CREATE TABLE widgets (
  id varchar(36) PRIMARY KEY, serial bigserial NOT NULL, color "Color" NOT NULL DEFAULT 'RED', tags text[],
  note varchar(20), made_at timestamptz(3) NOT NULL DEFAULT now(), extra int);
CREATE UNIQUE INDEX ON widgets (color, serial);
CREATE INDEX ON widgets (note, made_at);
CREATE INDEX ON widgets (serial) WHERE note IS NULL;
CREATE TABLE "Part" (
  "widgetId" varchar(36) NOT NULL REFERENCES widgets ON DELETE RESTRICT ON UPDATE CASCADE,
  position int NOT NULL, price numeric(10,2), raw bytea, PRIMARY KEY ("widgetId", position));`;

test('reports each fact that only the schema or only the migrations state, and none that both do', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'find-drift-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'schema.prisma'), SCHEMA);
  mkdirSync(join(dir, 'migrations', '1_all'), { recursive: true });
  writeFileSync(join(dir, 'migrations', '1_all', 'migration.sql'), MIGRATION);

  const drift = await withMigratedDatabase(join(dir, 'migrations'), (client) =>
    findDrift(join(dir, 'schema.prisma'), client),
  );
  const part = 'foreign key Part(widgetId) to widgets(id)';
  expect(drift).toEqual([
    'only in the migrations: column Part.price numeric(10,2)',
    'only in the migrations: column widgets.extra integer',
    'only in the migrations: column widgets.note character varying(20)',
    'only in the migrations: enum Color (RED, BLUE, GREEN)',
    `only in the migrations: ${part} on delete Restrict on update Cascade`,
    'only in the migrations: index widgets(note, made_at)',
    'only in the schema:     column Part.price numeric(10,2) not null',
    'only in the schema:     column widgets.added integer not null',
    'only in the schema:     column widgets.note text',
    'only in the schema:     enum Color (RED, BLUE)',
    `only in the schema:     ${part} on delete Cascade on update Cascade`,
    'only in the schema:     index widgets(note, made_at desc)',
  ]);
});
