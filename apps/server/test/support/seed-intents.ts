import { Prisma } from '#prisma';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { newUuid } from '../../src/new-uuid.ts';
import type { TestService } from './test-service.ts';

/** Puts rows into the table as they are, without the service's help: `make` says what differs from a plain draft. */
export async function seedIntents(
  { database }: Pick<TestService, 'database'>,
  count: number,
  make: (index: number) => Partial<IntentRow> & Pick<IntentRow, 'appId'>,
): Promise<IntentRow[]> {
  const at = new Date();
  const data = Array.from({ length: count }, (_, index) => {
    const id = `int_${newUuid()}`;
    const row = { ...PLAIN, id, idempotencyKey: id, createdAt: at, updatedAt: at, ...make(index) };
    return {
      ...row,
      totalFen: row.priceFen * BigInt(row.quantity),
      parcels: (row.parcels ?? Prisma.DbNull) as Prisma.InputJsonValue,
      labels: (row.labels ?? Prisma.DbNull) as Prisma.InputJsonValue,
    };
  });
  return database.intent.createManyAndReturn({ data });
}

/** Puts so many copies of a row into the table, in one statement; the copies are numbered from 1 in `userId`. */
export async function copyIntent(
  { database }: Pick<TestService, 'database'>,
  id: string,
  count: number,
): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "intents" SELECT copy.* FROM "intents" AS i, generate_series(1, ${count}::int) AS n,
      LATERAL jsonb_populate_record(i, jsonb_build_object(
        'id', 'int_' || md5(i."id" || n), 'idempotencyKey', 'copy ' || n, 'userId', 'copy ' || n)) AS copy
    WHERE i."id" = ${id}`;
}

const PLAIN = {
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  priceFen: 19_900n,
  quantity: 1,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
  status: 'DRAFT',
  version: 1,
  requestHash: 'seeded',
} as const;
