import { createGateway } from '@procurement-intents/gateway';
import { Engine } from './engine.ts';
import { VendureShop } from './shop.ts';

const env = process.env;
const { PORT = '4100', GATEWAY_TOKEN = '', ENGINE_URL = 'http://127.0.0.1:4200' } = env;
const engine = new Engine({
  url: `${ENGINE_URL}/admin-api`,
  username: env['ADMIN_NAME'] ?? 'superadmin',
  password: env['ADMIN_PASSWORD'] ?? '',
});
const shop = new VendureShop(engine, {
  transferFromFen: Number(env['TRANSFER_FROM_FEN'] ?? Infinity),
  email: env['CUSTOMER_EMAIL'] ?? 'procurement@service.example',
});
const gateway = createGateway(shop, {
  tokens: [GATEWAY_TOKEN],
  publicUrl: env['PUBLIC_URL'] ?? `http://127.0.0.1:${PORT}`,
  // The engine does not stop when its caller goes: it takes up to 3 s for the last step of a call, and each call has several.
  callTimeoutMs: Number(env['CALL_TIMEOUT_MS'] ?? 6_000),
  placeTimeoutMs: Number(env['PLACE_TIMEOUT_MS'] ?? 25_000),
  maxPlacing: Number(env['MAX_PLACING'] ?? 4),
  ordersPerSecond: 2,
  listDelayMs: 5_000,
});
await gateway.listen(Number(PORT));
