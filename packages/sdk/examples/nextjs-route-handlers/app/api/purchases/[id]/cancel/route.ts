import { answerError, refuse } from '../../../../../lib/answer-error.ts';
import { findPurchase, keyOf, openClient, readUser } from '../../../../../lib/purchases.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/** Cancels a purchase of this user, unless the shop has shipped it. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const user = readUser(request);
  if (request.headers.get('content-type') !== 'application/json') return refuse(415, { error: 'JSON_ONLY' });
  const key = user && keyOf(user, (await params).id);
  if (!key) return refuse(404, { error: 'UNKNOWN_PURCHASE' });
  try {
    const purchase = await findPurchase(key);
    if (!purchase) return refuse(404, { error: 'UNKNOWN_PURCHASE' });
    const { status, cancellationFee = 0 } = await openClient().intents.cancel(purchase.id);
    return Response.json({ status, cancellationFee });
  } catch (error) {
    return answerError(error);
  }
}
