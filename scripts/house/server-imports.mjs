import { TESTS } from './import-floors.mjs';

/** Rooms that are statements as a whole, and so know the database. Other rooms have theirs in `store/`. */
const STATEMENT_ROOMS = '^apps/server/src/(audit|changes|intent-rows|postgres|queue|user-rows|webhook-rows)/';

/** Who puts a process or a command together. */
const ROOTS = '^apps/server/src/(service\\.ts$|operator\\.ts$|composition/)';

/** The import rules of the server beside those of its floors. Each comment says what to do instead. */
export const serverRules = [
  {
    name: 'store-is-private',
    comment:
      "Only a feature's own files use its store. Call an exported verb of that feature. A statement on the table of another room is declared in scripts/house/table-owners.mjs, with its reason.",
    severity: 'error',
    from: { path: '^apps/server/src/([^/]+)/', pathNot: ['^apps/server/src/composition/', ...TESTS] },
    to: { path: '^apps/server/src/[^/]+/store/', pathNot: '^apps/server/src/$1/' },
  },
  {
    name: 'stores-lie-below-verbs',
    comment:
      'A verb calls its store, not the other way round. Pass what the statement needs, or move it into store/.',
    severity: 'error',
    from: { path: '^apps/server/src/([^/]+)/store/', pathNot: [...TESTS] },
    to: { path: '^apps/server/src/$1/', pathNot: '^apps/server/src/$1/store/' },
  },
  {
    name: 'intent-rows-are-private',
    comment:
      'Only archive/, intents/ and purchasing/ read and write these rows. Call an exported verb of theirs.',
    severity: 'error',
    from: {
      path: '^apps/server/src/',
      pathNot: ['^apps/server/src/(archive|intent-rows|intents|purchasing)/', ...TESTS],
    },
    // Orders and reports are views of intents, wherever these lie, and are sorted by an indexed time. Events of webhook endpoints
    // are inserted as those of intents.
    to: {
      path: '^apps/server/src/intent-rows/',
      pathNot: '^apps/server/src/intent-rows/(all-intents|indexed-times|insert-events)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'prisma-in-stores',
    comment: "Queries live in a feature's store/ or in postgres/; verbs call those.",
    severity: 'error',
    from: {
      path: '^apps/server/src',
      pathNot: ['/store/', STATEMENT_ROOMS, '^apps/server/src/generated/', ...TESTS],
    },
    to: { path: ['@prisma/', '^apps/server/src/generated', 'node_modules/pg/'] },
  },
  {
    name: 'pool-in-postgres',
    comment:
      'Only postgres/ opens connections. A store runs its hot statements by database.rows(TEXT, values), the others by Prisma.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['^apps/server/src/postgres/', ...TESTS] },
    to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'express-in-http',
    comment:
      'Only http/ imports Express. A feature exports handlers (http/handler.ts) or pages (http/pages.ts).',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['^apps/server/src/http/', ...TESTS] },
    to: { path: 'node_modules/(express|cors|@ts-rest/express)/' },
  },
  {
    name: 'redis-in-rate-limit',
    comment:
      'Redis holds counters of rate limits and nothing else: it may lose all of them. What must last belongs in Postgres.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['^apps/server/src/auth/rate-limit/', ...TESTS] },
    to: { path: 'node_modules/ioredis/' },
  },
  {
    name: 'one-composition-root',
    comment:
      'Only service.ts with composition/ (for a process) and operator.ts (for a command) open stores. Call openService, then startApiRole or startWorkerRole, with your own clock, log or shops, or call openOperator; a test of a single statement belongs beside that statement.',
    severity: 'error',
    from: {
      path: ['^apps/server/src/[^/]+\\.ts$', '^apps/server/src/(admin|startup)/', '^apps/server/test/'],
      pathNot: [ROOTS],
    },
    to: { path: '^apps/server/src/[^/]+/store/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'tests-open-a-service',
    comment:
      'Only tests of the queue and of the HTTP server open parts of these by themselves. Other tests start a service, whose queue and server they use.',
    severity: 'error',
    from: { path: '^apps/server/test/', pathNot: ['^apps/server/test/(http|queue)/'] },
    to: { path: '^apps/server/src/(http|queue)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'commands-use-an-operator',
    comment:
      'Command lines, and what a first start adds, call verbs with what openOperator (operator.ts) opens. Open a new part there, and only the parts that the command uses.',
    severity: 'error',
    from: { path: '^apps/server/src/(admin|startup)/', pathNot: [...TESTS] },
    to: {
      path: '^apps/server/src/(auth|http|outbound|platforms|queue|open-keys\\.ts|postgres/database-clock\\.ts)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'database-in-stores',
    comment:
      'A Database is all of Prisma. Verbs and command lines get the stores that composition/ or operator.ts opens; a statement belongs in store/ of its feature.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['/store/', STATEMENT_ROOMS, ROOTS, ...TESTS] },
    to: { path: '^apps/server/src/postgres/database\\.ts$' },
  },
  {
    name: 'transactions-in-stores',
    comment:
      'A store begins a transaction and says what runs in it. What a verb wants to run there too belongs in a store; the roots pass databases on and run nothing.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['/store/', STATEMENT_ROOMS, ...TESTS] },
    to: { path: '^apps/server/src/postgres/transaction\\.ts$' },
  },
  {
    name: 'main-starts-the-service',
    comment:
      'main.ts reads the configuration, starts the roles and handles signals. The parts of a role belong in service.ts.',
    severity: 'error',
    from: { path: '^apps/server/src/main\\.ts$' },
    to: {
      path: '^apps/server/src/[^/]+/',
      pathNot: '^apps/server/src/(config|health|observability|startup)/',
    },
  },
  {
    name: 'verbs-import-no-http',
    comment: "Read the request in the feature's routes.ts, and pass the verb what it needs.",
    severity: 'error',
    from: {
      path: '^apps/server/src',
      pathNot: [
        '^apps/server/src/http/',
        '^apps/server/src/(service\\.ts$|composition/)',
        '([/-]routes|/pages|/private-server)\\.ts$',
        ...TESTS,
      ],
    },
    to: { path: '^apps/server/src/http/' },
  },
  {
    name: 'stores-know-no-http',
    comment:
      'A statement knows no request, whatever its file is called. Pass it the values, read in routes.ts.',
    severity: 'error',
    from: { path: ['^apps/server/src/[^/]+/store/', STATEMENT_ROOMS], pathNot: [...TESTS] },
    to: { path: ['^apps/server/src/http/', '^(node:)?(http|https|http2)$'] },
  },
  {
    name: 'http-serves-any-feature',
    comment: 'service.ts passes handlers and pages to the pipeline, which knows neither platforms nor jobs.',
    severity: 'error',
    from: { path: '^apps/server/src/http/', pathNot: [...TESTS] },
    to: { path: '^apps/server/src/(platforms|queue|intent-rows|config|open-[a-z]+\\.ts)' },
  },
  {
    name: 'queue-library-in-queue',
    comment: 'Only queue/ imports the queue library. Use the functions of queue/jobs.ts.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['^apps/server/src/queue/', ...TESTS] },
    to: { path: 'node_modules/pg-boss/' },
  },
  {
    name: 'http-client-in-outbound',
    comment: 'Call other systems through platforms/platform.ts and outbound/.',
    severity: 'error',
    from: { path: '^apps/server/src', pathNot: ['^apps/server/src/(platforms|outbound)/', ...TESTS] },
    to: { path: 'node_modules/undici/' },
  },
  {
    name: 'sockets-in-http-and-outbound',
    comment:
      'Only http/ serves connections, and only outbound/ and platforms/ make them, with checked addresses and deadlines. Types may be imported anywhere.',
    severity: 'error',
    from: {
      path: '^apps/server/src',
      pathNot: [
        '^apps/server/src/(http|outbound|platforms|postgres/embedded)/',
        // Reads the certificate that it is given.
        '^apps/server/src/config/config\\.ts$',
        ...TESTS,
      ],
    },
    to: { path: '^(node:)?(http|https|http2|net|tls|dns|dgram)$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'workers-are-started-in-one-place',
    comment: 'To enqueue a job, import its *.job.ts; only start-worker.ts starts workers.',
    severity: 'error',
    from: {
      path: '^apps/server/src',
      pathNot: ['^apps/server/src/purchasing/start-worker\\.ts$', ...TESTS],
    },
    to: { path: '\\.worker\\.ts$' },
  },
  {
    name: 'ids-are-made-in-one-place',
    comment: 'Make ids with new-id.ts, of a kind of the table in packages/contract/src/ids.ts.',
    severity: 'error',
    from: { path: '^apps/server/', pathNot: ['^apps/server/src/new-uuid\\.ts$'] },
    to: { path: 'node_modules/uuid/' },
  },
];
