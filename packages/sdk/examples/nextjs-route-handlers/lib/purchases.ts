import { ProcurementIntents, type CreateIntentBody } from '@procurement-intents/sdk';
import catalogue from './catalogue.json' with { type: 'json' };
import { readSession } from './session.ts';

type Item = Pick<CreateIntentBody, 'platform' | 'productUrl' | 'title' | 'price'>;

export const CATALOGUE = catalogue as Record<string, Item>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// A function of a serverless platform is ended after some time, often 15 s.
const TIMEOUT_MS = 10_000;

let client: ProcurementIntents | undefined;

/**
 * The client, made with the first request: a build has no secret. Its settings are PROCUREMENT_BASE_URL, _APP_ID and
 * _APP_SECRET of the server's environment, without NEXT_PUBLIC_, so that no page gets them.
 */
export function openClient(): ProcurementIntents {
  return (client ??= new ProcurementIntents({ language: 'en', timeoutMs: TIMEOUT_MS }));
}

/** The user who is signed in; null for nobody. */
export function readUser(request: Request): string | null {
  const { SESSION_SECRET } = process.env;
  if (!SESSION_SECRET) throw new Error('SESSION_SECRET is missing in the environment');
  return readSession(request.headers.get('cookie'), SESSION_SECRET);
}

/**
 * The idempotency key of a purchase: its id, which the page made, behind its user, so that nobody repeats or finds the
 * purchase of another user. Null for an id that no page makes.
 */
export function keyOf(user: string, purchaseId: unknown): string | null {
  return typeof purchaseId === 'string' && UUID.test(purchaseId) ? `${user}:${purchaseId}` : null;
}

/** The purchase with this key, or null. */
export async function findPurchase(key: string) {
  const fields = ['status', 'version', 'failureCode', 'orderId', 'trackingNumber'] as const;
  const { items } = await openClient().intents.list({ 'filter[idempotencyKey]': key, fields });
  return items[0] ?? null;
}
