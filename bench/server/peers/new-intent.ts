import { createHash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { v7 as uuidv7 } from 'uuid';

export interface Signed {
  appId: string;
  signature: string;
  rawBody: Buffer;
}

/** The columns that a peer writes, in the order of its insert. */
export function newIntent({ appId, signature, rawBody }: Signed, body: CreateIntentInput) {
  const now = new Date();
  const priceFen = BigInt(Math.round(body.price * 100));
  return {
    id: `int_${uuidv7().replaceAll('-', '')}`,
    appId,
    userId: body.userId,
    platform: body.platform,
    productUrl: body.productUrl,
    title: body.title,
    priceFen,
    quantity: body.quantity,
    totalFen: priceFen * BigInt(body.quantity),
    recipientName: body.recipientName,
    address: body.address,
    phone: body.phone,
    remarks: body.remarks ?? null,
    status: 'SUBMITTED' as const,
    version: 1,
    idempotencyKey: `signature ${signature}`,
    requestHash: createHash('sha256').update(rawBody).digest('hex'),
    createdAt: now,
    updatedAt: now,
    submittedAt: now,
  };
}

const COLUMNS = [
  'id',
  'appId',
  'userId',
  'platform',
  'productUrl',
  'title',
  'priceFen',
  'quantity',
  'totalFen',
  'recipientName',
  'address',
  'phone',
  'remarks',
  'status',
  'version',
  'idempotencyKey',
  'requestHash',
  'createdAt',
  'updatedAt',
  'submittedAt',
] as const satisfies readonly (keyof ReturnType<typeof newIntent>)[];

const names = COLUMNS.map((name) => `"${name}"`).join(', ');

/** One insert for whoever writes SQL; the values are those of {@link newIntent}. */
export const INSERT_INTENT = `INSERT INTO "intents" (${names})
  VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  RETURNING "id", "userId", "platform", "status", "createdAt", "updatedAt"`;
