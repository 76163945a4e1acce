import { answerError, refuse } from '../../../../lib/answer-error.ts';
import { findPurchase, keyOf, readUser } from '../../../../lib/purchases.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/** Shows how a purchase of this user stands. The service is asked for the key, so the application needs no database. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const user = readUser(request);
  const key = user && keyOf(user, (await params).id);
  if (!key) return refuse(404, { error: 'UNKNOWN_PURCHASE' });
  try {
    const purchase = await findPurchase(key);
    if (!purchase) return refuse(404, { error: 'UNKNOWN_PURCHASE' });
    const { status, failureCode, orderId, trackingNumber } = purchase;
    return Response.json({ status, failureCode, orderId, trackingNumber });
  } catch (error) {
    return answerError(error);
  }
}
