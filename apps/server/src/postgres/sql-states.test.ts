import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseOutage, isTransient } from './database-errors.ts';
import { createLogger } from '../observability/logger.ts';
import type { StateKind } from './sql-states.ts';

/** Every class of Postgres' appendix A, by the code that stands for it; then the codes that differ from their class. */
const STATES: Record<string, [kind: StateKind, name: string]> = {
  '01000': ['defect', 'warning'],
  '02000': ['defect', 'no data'],
  '03000': ['defect', 'statement not yet complete'],
  '08000': ['outage', 'connection exception'],
  '08006': ['outage', 'connection failure'],
  '08P01': ['outage', 'protocol violation'],
  '09000': ['defect', 'triggered action exception'],
  '0A000': ['defect', 'feature not supported'],
  '0B000': ['defect', 'invalid transaction initiation'],
  '0F000': ['defect', 'locator exception'],
  '0L000': ['defect', 'invalid grantor'],
  '0P000': ['defect', 'invalid role specification'],
  '0Z000': ['defect', 'diagnostics exception'],
  '10608': ['defect', 'invalid argument for xquery'],
  '20000': ['defect', 'case not found'],
  '21000': ['defect', 'cardinality violation'],
  '22000': ['defect', 'data exception'],
  '23000': ['defect', 'integrity constraint violation'],
  '23505': ['defect', 'unique violation'],
  '24000': ['defect', 'invalid cursor state'],
  '25000': ['defect', 'invalid transaction state'],
  '25006': ['outage', 'read-only transaction'],
  '25P02': ['defect', 'in failed transaction'],
  '25P03': ['outage', 'idle in transaction timeout'],
  '25P04': ['outage', 'transaction timeout'],
  '26000': ['defect', 'invalid statement name'],
  '27000': ['defect', 'triggered data change violation'],
  '28000': ['outage', 'invalid authorization'],
  '28P01': ['outage', 'invalid password'],
  '2B000': ['defect', 'dependent privileges exist'],
  '2D000': ['defect', 'invalid transaction termination'],
  '2F000': ['defect', 'routine exception'],
  '34000': ['defect', 'invalid cursor name'],
  '38000': ['defect', 'external routine exception'],
  '39000': ['defect', 'external routine invocation exception'],
  '3B000': ['defect', 'savepoint exception'],
  '3D000': ['outage', 'no such database'],
  '3F000': ['defect', 'no such schema'],
  '40000': ['transient', 'transaction rollback'],
  '40001': ['transient', 'serialization failure'],
  '40002': ['defect', 'transaction against a constraint'],
  '40003': ['transient', 'completion unknown'],
  '40P01': ['transient', 'deadlock'],
  '42000': ['defect', 'syntax error or access rule violation'],
  '42501': ['defect', 'insufficient privilege'],
  '42P01': ['defect', 'no such table'],
  '44000': ['defect', 'with check option violation'],
  '53000': ['outage', 'insufficient resources'],
  '53100': ['outage', 'disk full'],
  '53200': ['outage', 'out of memory'],
  '53300': ['outage', 'too many connections'],
  '53400': ['outage', 'configuration limit exceeded'],
  '54000': ['defect', 'program limit exceeded'],
  '55000': ['outage', 'not in prerequisite state'],
  '55006': ['outage', 'object in use'],
  '55P02': ['defect', 'cannot change parameter'],
  '55P03': ['transient', 'lock not available'],
  '55P04': ['defect', 'unsafe new enum value'],
  '57000': ['outage', 'operator intervention'],
  '57014': ['outage', 'query canceled'],
  '57P01': ['outage', 'admin shutdown'],
  '57P02': ['outage', 'crash shutdown'],
  '57P03': ['outage', 'cannot connect now'],
  '57P04': ['outage', 'database dropped'],
  '57P05': ['outage', 'idle session timeout'],
  '58000': ['outage', 'system error'],
  '58030': ['outage', 'I/O error'],
  '58P01': ['outage', 'file missing'],
  '72000': ['transient', 'snapshot too old'],
  F0000: ['outage', 'configuration file error'],
  HV000: ['defect', 'foreign data wrapper error'],
  P0001: ['defect', 'raised by a function'],
  XX000: ['defect', 'internal error'],
  XX001: ['defect', 'data corrupted'],
};

const kindOf = (error: unknown): StateKind => {
  if (isDatabaseOutage(error)) return 'outage';
  return isTransient(error) ? 'transient' : 'defect';
};

let database: Database;
let client: Client;
beforeAll(async () => {
  database = openDatabase(inject('adminUrl'), { poolSize: 1, log: createLogger('silent') });
  client = new Client({ connectionString: inject('adminUrl') });
  await client.connect();
});
afterAll(async () => {
  await database.$disconnect();
  await client.end();
});

describe.each(Object.entries(STATES))('%s', (sqlState, [kind, name]) => {
  const raising = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${sqlState}'; END $$`;

  it(`(${name}) is taken for: ${kind}`, async () => {
    const thrown: unknown[] = [];
    // By the database's own connections, in a transaction, by those of the queue, and beneath Prisma.
    await database.$executeRawUnsafe(raising).catch((error: unknown) => thrown.push(error));
    await database
      .$transaction((transaction) => transaction.$executeRawUnsafe(raising))
      .catch((error: unknown) => thrown.push(error));
    await client.query(raising).catch((error: unknown) => thrown.push(error));
    await database.rows(raising).catch((error: unknown) => thrown.push(error));
    expect(thrown.map(kindOf)).toEqual([kind, kind, kind, kind]);
  });
});
