import { Client } from 'pg';
import type { TestService } from './test-service.ts';

/**
 * Gives the App so many completed intents, each a second younger than the one before and with a title of its own.
 * Nobody analyzes the table afterwards, as after a bulk load.
 */
export async function seedManyIntents(
  { databaseUrl }: Pick<TestService, 'databaseUrl'>,
  appId: string,
  count: number,
): Promise<void> {
  // The service's own connections end a statement that takes as long.
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(INSERT, [appId, count]);
  } finally {
    await client.end();
  }
}

const INSERT = `
  INSERT INTO "intents" ("id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity",
    "totalFen", "recipientName", "address", "phone", "status", "version", "idempotencyKey", "requestHash",
    "createdAt", "updatedAt", "submittedAt", "completedAt")
  SELECT id, $1, 'user_' || n % 1000, 'PLATFORM_A', 'https://item.shop-a.example/' || n,
    '无线鼠标 ' || md5(n::text), 100 + n % 50000, 1, 100 + n % 50000, '张三', '北京市朝阳区建国路 88 号',
    '13800138000', 'COMPLETED', 1, id, 'seeded', at, at, at, at
  FROM generate_series(1, $2::int) AS n,
    LATERAL (SELECT date_trunc('milliseconds', now()) + (n - $2::int) * interval '1 second' AS at) AS times,
    LATERAL (SELECT 'int_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
      || left(md5($1 || n), 20) AS id) AS ids`;
