import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { createGateway, memoryLock, postgresLock } from '../../src/index.ts';
import { PostgresShop } from './postgres-shop.ts';

// Arguments: address of the database, token, and `shared` or `own` for the lock.
const [url, token = '', kind] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 20 });
const gateway = createGateway(new PostgresShop(pool), {
  tokens: [token],
  lock: kind === 'shared' ? postgresLock(pool, 'test') : memoryLock(),
  callTimeoutMs: 1_500,
  placeTimeoutMs: 15_000,
  clockSkewMs: 100,
  log: () => {},
});
const server = await gateway.listen(0);
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
