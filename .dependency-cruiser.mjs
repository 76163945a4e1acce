import { floorRules, TESTS } from './scripts/import-floors.mjs';

/** The import rules. Each comment says what to do instead. */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Merge two files that import each other, or move what both need into a third file.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true },
    },
    {
      name: 'contract-is-pure',
      comment:
        'The contract is data for all packages, and runs in browsers. Code that needs Node, Express or a database belongs in the server.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: [...TESTS] },
      to: {
        pathNot: ['^packages/contract/src', 'node_modules/zod/', 'node_modules/@ts-rest/core/'],
      },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are functions of data and time and import only the contract. Clock, randomness, hashing and I/O belong in the host, which passes their results to the rule.',
      severity: 'error',
      // Digests need Node; the file has a rule of its own.
      from: {
        path: '^packages/domain/src',
        pathNot: [...TESTS, '^packages/domain/src/diagnose-signature\\.ts$'],
      },
      to: { pathNot: ['^packages/domain/src', '^packages/contract/src'] },
    },
    {
      name: 'intents-know-no-purchasing',
      comment:
        'The rules of purchases build on those of intents, not the other way round. What both need belongs in domain/src/intents.',
      severity: 'error',
      from: { path: '^packages/domain/src/intents/', pathNot: [...TESTS] },
      to: { path: '^packages/domain/src/purchasing/' },
    },
    {
      name: 'published-tables-import-nothing',
      comment:
        'The published command line contains these files (the SDK a copy of the second), and would contain everything that they import.',
      severity: 'error',
      from: { path: '^packages/(domain/src/signing-mistakes|contract/src/webhooks/signing)\\.ts$' },
      to: {},
    },
    {
      name: 'diagnose-signature-imports-its-table',
      comment:
        'The published command line contains the search for signing mistakes, and would contain everything that it imports.',
      severity: 'error',
      from: { path: '^packages/domain/src/diagnose-signature\\.ts$' },
      to: { pathNot: ['^packages/domain/src/signing-mistakes\\.ts$', '^(node:)?(buffer|crypto)$'] },
    },
    {
      name: 'sdk-has-no-dependencies',
      comment: 'The SDK has no dependencies. Generate what it needs from the contract (npm run generate).',
      severity: 'error',
      from: { path: '^packages/sdk/src', pathNot: ['^packages/sdk/src/testing/', ...TESTS] },
      to: { pathNot: ['^packages/sdk/src/(?!testing/)', '^(node:)?crypto$'] },
    },
    {
      name: 'test-service-is-a-host-of-the-rules',
      comment:
        'The in-memory service is a host of the rules in packages/domain and also runs in browsers. A rule that the server needs too belongs in packages/domain; code that needs Node belongs in a test.',
      severity: 'error',
      from: { path: '^packages/sdk/src/testing/', pathNot: [...TESTS] },
      to: { pathNot: ['^packages/sdk/src', '^packages/contract/src', '^packages/domain/src'] },
    },
    {
      name: 'cli-is-a-client',
      comment:
        'The command line uses the SDK like any other client. Call the service through it, and import nothing from contract or apps; of the rules it may import only those that need no contract: the table of signing mistakes with the search in it, and CSV; of the contract only how webhooks are signed.',
      severity: 'error',
      from: { path: '^packages/cli/src', pathNot: [...TESTS] },
      to: {
        pathNot: [
          '^packages/cli/src',
          '^packages/sdk/dist/',
          '^packages/domain/src/(signing-mistakes|diagnose-signature|csv)\\.ts$',
          '^packages/contract/src/webhooks/signing\\.ts$',
          'node_modules/(commander|csv-parse)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'examples-stand-alone',
      comment:
        'A reader copies the folder of an example. Import the SDK by the name of its package, other packages by theirs, and nothing of the repository or of another example.',
      severity: 'error',
      from: { path: '^packages/sdk/examples/([^/]+)/' },
      to: {
        path: '^(packages|apps|scripts|bench)/',
        pathNot: ['^packages/sdk/examples/$1/', '^packages/sdk/dist/', 'node_modules/'],
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'Apps communicate over HTTP or as processes. Move shared code into a package.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src', pathNot: [...TESTS] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    ...floorRules,
    {
      name: 'store-is-private',
      comment:
        "Only a feature's own files use its tables. Call an exported verb of that feature; tables of two features belong in a room below both.",
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
      comment: 'Only intents/ and purchasing/ read and write these rows. Call an exported verb of theirs.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/(intent-rows|intents|purchasing)/', ...TESTS],
      },
      to: { path: '^apps/server/src/intent-rows/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'prisma-in-stores',
      comment: "Queries live in a feature's store/ or in postgres/; verbs call those.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: [
          '/store/',
          '^apps/server/src/(audit|changes|intent-rows|postgres|queue|generated)/',
          ...TESTS,
        ],
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
      name: 'one-composition-root',
      comment:
        'Only service.ts with composition/ (for a process) and operator.ts (for a command) open stores. Call openService, then startApiRole or startWorkerRole, with your own clock, log or shops, or call openOperator; a test of a single statement belongs beside that statement.',
      severity: 'error',
      from: {
        path: ['^apps/server/src/[^/]+\\.ts$', '^apps/server/src/admin/', '^apps/server/test/'],
        pathNot: ['^apps/server/src/(service\\.ts$|operator\\.ts$|composition/)'],
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
        'Command lines call verbs with what openOperator (operator.ts) opens. Open a new part there, and only the parts that the command uses.',
      severity: 'error',
      from: { path: '^apps/server/src/admin/', pathNot: [...TESTS] },
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
      from: {
        path: '^apps/server/src',
        pathNot: [
          '/store/',
          '^apps/server/src/(audit|changes|intent-rows|postgres|queue)/',
          '^apps/server/src/(service\\.ts$|operator\\.ts$|composition/)',
          ...TESTS,
        ],
      },
      to: { path: '^apps/server/src/postgres/database\\.ts$' },
    },
    {
      name: 'main-starts-the-service',
      comment:
        'main.ts reads the configuration, starts the roles and handles signals. The parts of a role belong in service.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/main\\.ts$' },
      to: {
        path: '^apps/server/src/[^/]+/',
        pathNot: '^apps/server/src/(admin|config|health|observability)/',
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
          '(routes|pages|private-server)\\.ts$',
          ...TESTS,
        ],
      },
      to: { path: '^apps/server/src/http/' },
    },
    {
      name: 'http-serves-any-feature',
      comment:
        'service.ts passes handlers and pages to the pipeline, which knows neither platforms nor jobs.',
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
    {
      name: 'no-unresolved',
      comment: 'The imported file does not exist.',
      severity: 'error',
      // Workspaces of their own, whose packages are installed when they run.
      from: { pathNot: ['^bench/', '^packages/sdk/test/runners/'] },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Modules of pages import the addresses at which the service serves them.
    exclude: {
      path: ['^(packages|apps)/[a-z]+/dist/', '/node_modules/\\.cache/', '^apps/server/src/docs/page/'],
    },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
