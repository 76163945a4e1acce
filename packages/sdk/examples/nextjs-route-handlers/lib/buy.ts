// Runs in the page, and imports nothing of the server.

export interface Form {
  sku: string;
  quantity: number;
  recipientName: string;
  address: string;
  phone: string;
}

/** The last attempt as the page has stored it: `{ purchaseId, form }`. */
const STORED = 'purchase';

/**
 * Buys what the form says. Stores the id of the purchase and the form before the call: a repeated click, a reload or a
 * lost answer repeats this purchase, with this content, and makes no second one.
 *
 * @param storage - `localStorage` of the page.
 * @returns the answer, and whether it is final; else call again.
 */
export async function buy(
  form: Form,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Promise<{ isFinal: boolean; answer: unknown }> {
  const stored = storage.getItem(STORED) ?? JSON.stringify({ purchaseId: crypto.randomUUID(), ...form });
  storage.setItem(STORED, stored);
  const response = await fetch('/api/purchases', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stored,
  }).catch(() => null);
  const isFinal = response !== null && response.status < 500 && response.status !== 401;
  if (isFinal) storage.removeItem(STORED);
  return { isFinal, answer: response && (await response.json().catch(() => null)) };
}
