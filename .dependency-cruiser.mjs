/** The import rules of the house. Each comment says what to do instead. */
const TESTS = ['\\.test\\.ts$', '/test/', '/test-(shop|platform)\\.ts$'];

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or share a third: move what both need there.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true },
    },
    {
      name: 'contract-is-pure',
      comment:
        'The contract is data for every side, browsers included. Put what needs Node, Express or a database into the server.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: [...TESTS] },
      to: {
        pathNot: ['^packages/contract/src', 'node_modules/zod/', 'node_modules/@ts-rest/core/'],
      },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are functions of data and time: they know the contract alone. What needs a clock, randomness, hashing or I/O stays in the host, which passes in what a rule asks for.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: [...TESTS] },
      to: { pathNot: ['^packages/domain/src', '^packages/contract/src'] },
    },
    {
      name: 'signing-mistakes-stand-alone',
      comment: 'The table goes into the published command line, which would carry all that it imports.',
      severity: 'error',
      from: { path: '^packages/domain/src/signing-mistakes\\.ts$' },
      to: {},
    },
    {
      name: 'sdk-has-no-dependencies',
      comment:
        'The SDK ships without dependencies. Generate what it needs from the contract (npm run generate).',
      severity: 'error',
      from: { path: '^packages/sdk/src', pathNot: ['^packages/sdk/src/testing/', ...TESTS] },
      to: { pathNot: ['^packages/sdk/src/(?!testing/)', '^(node:)?crypto$'] },
    },
    {
      name: 'test-service-is-a-host-of-the-rules',
      comment:
        'The in-memory service is a host of the rules in packages/domain and uses its own client; it runs in browsers too. A rule that the server needs as well belongs in packages/domain, what needs Node in a test.',
      severity: 'error',
      from: { path: '^packages/sdk/src/testing/', pathNot: [...TESTS] },
      to: { pathNot: ['^packages/sdk/src', '^packages/contract/src', '^packages/domain/src'] },
    },
    {
      name: 'cli-is-a-client',
      comment:
        'The command line is a user of the SDK like any other. Call the service through it, and take nothing from contract or apps; of the rules it shares the table of signing mistakes alone, which needs no contract.',
      severity: 'error',
      from: { path: '^packages/cli/src', pathNot: [...TESTS] },
      to: {
        pathNot: [
          '^packages/cli/src',
          '^packages/sdk/dist/',
          '^packages/domain/src/signing-mistakes\\.ts$',
          'node_modules/commander/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'Apps talk over HTTP or as processes. Move what they share into a package.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src', pathNot: [...TESTS] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'ground-knows-no-feature',
      comment:
        'Database, queue, log, settings, sealing and the way out serve features and know none. Pass what they need as an argument.',
      severity: 'error',
      from: {
        path: '^apps/server/src/(postgres|queue|observability|config|sealing|outbound)/',
        // It answers by HTTP what the others know.
        pathNot: ['^apps/server/src/observability/private-server\\.ts$', ...TESTS],
      },
      to: {
        path: '^apps/server/src/',
        pathNot: [
          '^apps/server/src/(postgres|queue|observability|config|sealing|outbound|generated)/',
          '^apps/server/src/auth/ip-range\\.ts$',
        ],
      },
    },
    {
      name: 'store-is-private',
      comment:
        "A feature's tables are its own. Call an exported verb of that feature. Stores of one table share its columns.",
      severity: 'error',
      from: { path: '^apps/server/src/([^/]+)/', pathNot: ['^apps/server/src/admin/', '/store/', ...TESTS] },
      to: {
        path: '^apps/server/src/[^/]+/store/',
        pathNot: '^apps/server/src/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'prisma-in-stores',
      comment: "Queries live in a feature's store/ or in postgres/; verbs call those.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: ['/store/', '^apps/server/src/(postgres|queue|generated)/', ...TESTS],
      },
      to: { path: ['@prisma/', '^apps/server/src/generated', 'node_modules/pg/'] },
    },
    {
      name: 'express-in-http',
      comment: 'Express stays in http/. A feature gives handlers (http/handler.ts) or pages (http/pages.ts).',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: ['^apps/server/src/http/', ...TESTS] },
      to: { path: 'node_modules/(express|cors|@ts-rest/express)/' },
    },
    {
      name: 'one-composition-root',
      comment:
        'service.ts puts the parts of a process together. Open a service (openService, then startApiRole or startWorkerRole) and give it your own clock, log or shops; a test of one part by itself lies beside that part.',
      severity: 'error',
      from: {
        path: ['^apps/server/src/[^/]+\\.ts$', '^apps/server/test/'],
        pathNot: ['^apps/server/src/service\\.ts$'],
      },
      to: {
        path: [
          '^apps/server/src/[^/]+/store/([a-z]+-store|order-lookups)\\.ts$',
          '^apps/server/src/purchasing/start-worker\\.ts$',
          '^apps/server/src/http/(express-app|operations|pipeline)\\.ts$',
          '^apps/server/src/platforms/platform-directory\\.ts$',
          '^apps/server/src/queue/jobs\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'main-starts-the-service',
      comment:
        'main.ts reads the configuration, brings the roles up and takes signals. What a role is made of belongs in service.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/main\\.ts$' },
      to: {
        path: '^apps/server/src/[^/]+/',
        pathNot: '^apps/server/src/(admin|config|health|observability)/',
      },
    },
    {
      name: 'service-is-above-all',
      comment: 'A feature is given its parts as arguments, and knows nothing of what puts it together.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: ['^apps/server/src/main\\.ts$', ...TESTS] },
      to: { path: '^apps/server/src/(main|service)\\.ts$' },
    },
    {
      name: 'verbs-know-no-http',
      comment: "Read the request in the feature's routes.ts, and pass the verb what it needs.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: [
          '^apps/server/src/http/',
          '^apps/server/src/service\\.ts$',
          '/(routes|pages|private-server)\\.ts$',
          ...TESTS,
        ],
      },
      to: { path: '^apps/server/src/http/' },
    },
    {
      name: 'http-knows-no-feature',
      comment: 'Handlers and pages are given to the pipeline by service.ts; http/ itself needs auth/ alone.',
      severity: 'error',
      from: { path: '^apps/server/src/http/', pathNot: [...TESTS] },
      to: {
        path: '^apps/server/src/',
        pathNot: [
          '^apps/server/src/(http|auth|postgres|observability)/',
          '^apps/server/src/(errors|new-uuid)\\.ts$',
          '^apps/server/src/client-apps/app-directory\\.ts$',
        ],
      },
    },
    {
      name: 'queue-library-in-queue',
      comment: 'The queue library stays behind queue/.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: ['^apps/server/src/queue/', ...TESTS] },
      to: { path: 'node_modules/pg-boss/' },
    },
    {
      name: 'calls-to-the-world-in-outbound',
      comment: 'Calls to the outside go through the platform port and outbound/.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: ['^apps/server/src/(platforms|outbound)/', ...TESTS] },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'workers-are-started-in-one-place',
      comment: 'Whoever enqueues imports the *.job.ts; only start-worker.ts starts workers.',
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: ['^apps/server/src/purchasing/start-worker\\.ts$', ...TESTS],
      },
      to: { path: '\\.worker\\.ts$' },
    },
    {
      name: 'ids-are-made-in-one-place',
      comment: 'new-uuid.ts makes the ids of every room; put the prefix in front of what it gives.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/new-uuid\\.ts$'] },
      to: { path: 'node_modules/uuid/' },
    },
    {
      name: 'no-unresolved',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(packages|apps)/[a-z]+/dist/', '/node_modules/\\.cache/'] },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
