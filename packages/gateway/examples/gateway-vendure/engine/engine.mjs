import { readFileSync } from 'node:fs';
import {
  bootstrap,
  ChannelService,
  CurrencyCode,
  DefaultLogger,
  defaultOrderProcess,
  LanguageCode,
  LogLevel,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';

// A plain Vendure engine with some fields on its orders. `node engine.mjs setup` makes the tables and fills the shop once;
// `node engine.mjs` runs it.

// The engine stores local times without their zone.
process.env.TZ = 'UTC';
// It tells its makers of each start.
process.env.VENDURE_DISABLE_TELEMETRY ??= 'true';

const { DATABASE_URL, PORT = '4200', ADMIN_NAME = 'superadmin', ADMIN_PASSWORD, CATALOG } = process.env;
const isSetup = process.argv[2] === 'setup';
if (!DATABASE_URL || !ADMIN_PASSWORD) throw new Error('DATABASE_URL and ADMIN_PASSWORD are needed');

/** A transaction that takes longer is undone. */
const TRANSACTION_MS = 2_000;
/** So long a transaction waits for its connection at most. */
const CONNECTION_MS = 1_000;
/** What comes with less time left does not begin, so that nothing runs on which the gateway has given up. */
const refuseLate = (request, response, next) => {
  const leftMs = Number(request.headers['x-may-run-until'] ?? Infinity) - Date.now();
  if (leftMs >= CONNECTION_MS + TRANSACTION_MS) next();
  else response.status(503).json({ errors: [{ message: 'too little time is left' }] });
};

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: false,
    middleware: [{ route: 'admin-api', handler: refuseLate }],
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: ADMIN_NAME, password: ADMIN_PASSWORD },
  },
  dbConnectionOptions: {
    type: 'postgres',
    url: DATABASE_URL,
    synchronize: isSetup,
    extra: {
      max: 10,
      connectionTimeoutMillis: CONNECTION_MS,
      ...(!isSetup && { options: `-c transaction_timeout=${TRANSACTION_MS}` }),
    },
  },
  customFields: {
    Order: [
      // The unique constraint in which the promise of the gateway rests.
      { name: 'merchantOrderNo', type: 'string', nullable: true, unique: true },
      { name: 'contentHash', type: 'string', nullable: true },
      { name: 'payingFen', type: 'int', nullable: true },
      { name: 'rejection', type: 'string', length: 1000, nullable: true },
      // The order is accepted and waits for the buyer's bank transfer.
      { name: 'awaitsTransfer', type: 'boolean', nullable: true },
      { name: 'remarks', type: 'text', nullable: true },
      // Changes with calls of the gateway, so that `updatedAt` moves even where nothing else does.
      { name: 'touch', type: 'string', nullable: true },
    ],
  },
  orderOptions: {
    // By itself the engine leaves `updatedAt` as it is when an order is paid or sent.
    process: [
      defaultOrderProcess,
      { onTransitionStart: (_from, _to, { order }) => void (order.updatedAt = new Date()) },
    ],
  },
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: true }),
};

const app = await bootstrap(config);
if (isSetup) {
  await setUp();
  await app.close();
  process.exit(0);
}
process.stdout.write(`engine ready on ${PORT}\n`);

async function setUp() {
  // One payment for a number, however often it is asked for: the gateway pays with the number as `transactionId`.
  await app
    .get(TransactionalConnection)
    .rawConnection.query(`CREATE UNIQUE INDEX ON payment ("transactionId") WHERE method = 'account'`);
  const channels = app.get(ChannelService);
  await app.get(Populator).populateInitialData({
    defaultLanguage: LanguageCode.en,
    defaultZone: 'China',
    countries: [{ code: 'CN', name: 'China', zone: 'China' }],
    taxRates: [{ name: 'VAT', percentage: 13 }],
    shippingMethods: [{ name: 'Standard', price: 0 }],
    paymentMethods: [],
    collections: [],
  });
  const contexts = app.get(RequestContextService);
  const first = await contexts.create({ apiType: 'admin' });
  const channel = await channels.getDefaultChannel();
  // Else the price of a page and the total of an order differ by the tax.
  await channels.update(first, {
    id: channel.id,
    pricesIncludeTax: true,
    availableCurrencyCodes: [CurrencyCode.CNY],
    defaultCurrencyCode: CurrencyCode.CNY,
  });
  const ctx = await contexts.create({ apiType: 'admin' });
  const articles = JSON.parse(readFileSync(CATALOG ?? new URL('catalog.json', import.meta.url), 'utf8'));
  for (const [sku, { title, priceFen, stock }] of Object.entries(articles)) {
    const translation = { languageCode: LanguageCode.en, name: title };
    const product = await app
      .get(ProductService)
      .create(ctx, { enabled: true, translations: [{ ...translation, slug: sku, description: '' }] });
    await app.get(ProductVariantService).create(ctx, [
      {
        productId: product.id,
        sku,
        price: priceFen,
        stockOnHand: stock,
        trackInventory: 'TRUE',
        translations: [translation],
      },
    ]);
  }
}
