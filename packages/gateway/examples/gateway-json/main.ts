import { createGateway } from '@procurement-intents/gateway';
import { openShop } from './shop.ts';

const { PORT = '4100', GATEWAY_TOKEN = '', ORDERS_FILE = 'orders.json', PUBLIC_URL } = process.env;
const shop = openShop(`${import.meta.dirname}/articles.json`, ORDERS_FILE);
const gateway = createGateway(shop, {
  tokens: [GATEWAY_TOKEN],
  publicUrl: PUBLIC_URL ?? `http://127.0.0.1:${PORT}`,
  listDelayMs: 0, // A file has no transactions that end in another order than they began.
});
await gateway.listen(Number(PORT));
