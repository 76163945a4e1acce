import type { CreateIntentBody } from '@procurement-intents/sdk';
import { answerError, refuse } from '../../../lib/answer-error.ts';
import { CATALOGUE, keyOf, openClient, readUser } from '../../../lib/purchases.ts';

/** Buys. The page stores the id of the purchase before it calls, and repeats the call with it until it is answered. */
export async function POST(request: Request): Promise<Response> {
  const user = readUser(request);
  if (!user) return refuse(401, { error: 'SIGN_IN' });
  // Forms of other sites cannot send this type, so the session's cookie is not enough to buy.
  if (request.headers.get('content-type') !== 'application/json') return refuse(415, { error: 'JSON_ONLY' });
  const form = (await request.json().catch(() => null)) as Record<string, unknown> | null;
  const { purchaseId, sku, quantity, recipientName, address, phone } = form ?? {};
  const key = keyOf(user, purchaseId);
  if (!key || typeof sku !== 'string' || !Object.hasOwn(CATALOGUE, sku)) {
    return refuse(400, { error: 'UNKNOWN_ITEM_OR_ID' });
  }
  // What an item costs comes from the catalogue, never from the page.
  const body = { userId: user, ...CATALOGUE[sku], quantity, recipientName, address, phone };
  try {
    const { status } = await openClient().intents.create(body as CreateIntentBody, { idempotencyKey: key });
    return Response.json({ purchaseId, status }, { status: 201 });
  } catch (error) {
    return answerError(error);
  }
}
