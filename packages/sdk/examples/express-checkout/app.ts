import express, { type Express, type Request } from 'express';
import { isDeepStrictEqual } from 'node:util';
import type { CreateIntentBody } from '@procurement-intents/sdk';
import { expressWebhook } from '@procurement-intents/sdk/webhooks';
import type { Order } from './orders.ts';
import { noteEvent, placeOrder, type Shop } from './purchasing.ts';

export type Catalogue = Record<string, Pick<CreateIntentBody, 'platform' | 'productUrl' | 'title' | 'price'>>;

export interface AppOptions {
  shop: Shop;
  catalogue: Catalogue;
  /** The customer who is signed in; null for nobody. */
  customerOf: (request: Request) => string | null;
  /** `whsec_…` of the webhook endpoint; two while they change. */
  webhookSecrets: readonly string[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STATUS: Partial<Record<Order['state'], number>> = { NEW: 202, REFUSED: 422 };

/** The checkout: `POST /checkout` buys, `GET /orders/:number` shows how the order stands, `POST /hooks` takes webhooks. */
export function createApp({ shop, catalogue, customerOf, webhookSecrets: secrets }: AppOptions): Express {
  const app = express();
  // Above `express.json()`: the signature covers the bytes as they arrived.
  app.post('/hooks', expressWebhook({ secrets, onEvent: (event) => noteEvent(shop, event) }));
  app.use(express.json({ limit: '10kb' }));

  app.post('/checkout', async (request, response) => {
    const customer = customerOf(request);
    if (!customer) return void response.status(401).json({ error: 'sign in first' });
    const form = (request.body ?? {}) as Record<string, unknown>;
    const purchase = readPurchase(form, customer, catalogue);
    // The page makes the id when it shows the form, so a second click sends the same id.
    const { checkoutId } = form;
    if (!purchase || typeof checkoutId !== 'string' || !UUID.test(checkoutId)) {
      return void response.status(400).json({ error: 'unknown item or checkout' });
    }
    // The order is on disk before the service hears of it: after a crash it is sent again under the same key.
    const order = shop.orders.add({ number: `web-${checkoutId}`, customer, purchase });
    if (order.customer !== customer || !isDeepStrictEqual(order.purchase, purchase)) {
      return void response.status(409).json({ error: 'this checkout was sent with other content' });
    }
    const placed = order.state === 'NEW' ? await placeOrder(shop, order) : order;
    response.status(STATUS[placed.state] ?? 201).json(present(placed));
  });

  app.get('/orders/:number', (request, response) => {
    const order = shop.orders.find(request.params.number);
    if (!order || order.customer !== customerOf(request)) return void response.sendStatus(404);
    response.json(present(order));
  });
  return app;
}

/** What is bought, and at which price, comes from the catalogue; from the page only how many, and for whom. */
function readPurchase(form: Record<string, unknown>, userId: string, catalogue: Catalogue) {
  const { sku, quantity, recipientName, address, phone } = form;
  if (typeof sku !== 'string' || !Object.hasOwn(catalogue, sku)) return null;
  return { userId, ...catalogue[sku], quantity, recipientName, address, phone } as CreateIntentBody;
}

function present({ number, state, reason }: Order) {
  return { number, state, reason };
}
