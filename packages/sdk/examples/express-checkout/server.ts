import { setTimeout as pause } from 'node:timers/promises';
import { ProcurementIntents } from '@procurement-intents/sdk';
import { createApp, type Catalogue } from './app.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { Orders } from './orders.ts';
import { workOnOrders } from './purchasing.ts';
import { readSession } from './session.ts';

const { SESSION_SECRET, WEBHOOK_SECRETS, DATABASE_FILE = 'orders.db', PORT = '8080' } = process.env;
if (!SESSION_SECRET) throw new Error('SESSION_SECRET is missing in the environment');
if (!WEBHOOK_SECRETS) throw new Error('WEBHOOK_SECRETS is missing in the environment');

// Address, App and secret of the service are in the environment: PROCUREMENT_BASE_URL, _APP_ID and _APP_SECRET.
const shop = {
  client: new ProcurementIntents({ language: 'en' }),
  orders: new Orders(DATABASE_FILE),
  alert: (message: string) => console.error(message),
};
const app = createApp({
  shop,
  catalogue: catalogue as Catalogue,
  customerOf: ({ headers }) => readSession(headers.cookie, SESSION_SECRET),
  webhookSecrets: WEBHOOK_SECRETS.split(' '),
});
const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`checkout on port ${PORT}`);
});

const stopping = new AbortController();
process.once('SIGTERM', () => {
  stopping.abort();
  server.close();
});
// Webhooks tell of the end of an order. The rounds send what is not accepted yet, and read what no webhook told.
while (!stopping.signal.aborted) {
  await workOnOrders(shop);
  await pause(10_000, undefined, { signal: stopping.signal }).catch(() => {});
}
