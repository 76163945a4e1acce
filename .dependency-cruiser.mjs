import { floorRules, TESTS } from './scripts/house/import-floors.mjs';
import { serverRules } from './scripts/house/server-imports.mjs';

/** The files of the contract that gather its folders. */
const GATHERING = ['^packages/contract/src/(bearer-contract|bearer|contract|index)\\.ts$'];

/** What measurements use of the server. */
const BENCHED = [
  '^apps/server/src/(open-database|config/config|generated/prisma/client|http/handler|observability/logger)\\.ts$',
  '^apps/server/src/(postgres/(embedded/embedded-postgres|migrations/migrate)|sealing/secret-box)\\.ts$',
  '^apps/server/src/(personal-data/recipient-box|intent-rows/intent-(columns|row))\\.ts$',
  '^apps/server/src/platforms/product-page/',
];

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
      name: 'console-features-stand-alone',
      comment:
        'A feature of the console imports no other. What several show of an App belongs in client-apps, other pieces in ui or platform.',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
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
      name: 'errors-name-states-alone',
      comment:
        'The files beside the folders of the contract, and errors, lie below them. What `data` of an error can be names states, ids and limits of folders, and what a create answers, and nothing that is built on errors.',
      severity: 'error',
      from: { path: '^packages/contract/src/(errors/)?[^/]+\\.ts$', pathNot: [...GATHERING, ...TESTS] },
      to: {
        path: '^packages/contract/src/[^/]+/',
        pathNot:
          '^packages/contract/src/(errors/[^/]+|intents/(lifecycle|created-schemas)|webhooks/(ids|limits|states))\\.ts$',
      },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are functions of data and time and import only the contract, and for addresses ipaddr.js. Clock, randomness, hashing and I/O belong in the host, which passes their results to the rule.',
      severity: 'error',
      // Digests need Node; the file has a rule of its own.
      from: {
        path: '^packages/domain/src',
        pathNot: [...TESTS, '^packages/domain/src/signed/diagnose-signature\\.ts$'],
      },
      to: { pathNot: ['^packages/domain/src', '^packages/contract/src', 'node_modules/ipaddr\\.js/'] },
    },
    {
      name: 'published-tables-import-nothing',
      comment:
        'The published command line contains these files (the SDK a copy of the second), and would contain everything that they import.',
      severity: 'error',
      from: { path: '^packages/(domain/src/signed/signing-mistakes|contract/src/webhooks/signing)\\.ts$' },
      to: {},
    },
    {
      name: 'diagnose-signature-imports-its-table',
      comment:
        'The published command line contains the search for signing mistakes, and would contain everything that it imports.',
      severity: 'error',
      from: { path: '^packages/domain/src/signed/diagnose-signature\\.ts$' },
      to: { pathNot: ['^packages/domain/src/signed/signing-mistakes\\.ts$', '^(node:)?(buffer|crypto)$'] },
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
          '^packages/domain/src/(signed/signing-mistakes|signed/diagnose-signature|csv)\\.ts$',
          '^packages/contract/src/webhooks/signing\\.ts$',
          'node_modules/(commander|csv-parse)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'mcp-is-a-client',
      comment:
        'The MCP server uses the SDK like any other client, and the library of the protocol. Generate what it needs from the contract (npm run generate).',
      severity: 'error',
      from: { path: '^packages/mcp/src', pathNot: [...TESTS] },
      to: {
        pathNot: ['^packages/mcp/src', '^packages/sdk/dist/', 'node_modules/@modelcontextprotocol/server/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'gateway-kit-has-no-dependencies',
      comment:
        'Whoever installs the gateway kit gets nothing else with it. It imports the messages, codes and money of the contract and how the service reads prices of pages, which its bundle holds; a database or a server of the author is an argument with a structural type.',
      severity: 'error',
      from: { path: '^packages/gateway/src', pathNot: [...TESTS] },
      to: {
        pathNot: [
          '^packages/gateway/src',
          '^packages/contract/src/(gateway/[^/]+|money)\\.ts$',
          '^packages/domain/src/product-page/product-facts\\.ts$',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'examples-stand-alone',
      comment:
        'A reader copies the folder of an example. Import SDK and gateway kit by the names of their packages, other packages by theirs, and nothing of the repository or of another example.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/examples/([^/]+)/' },
      to: {
        path: '^(packages|apps|scripts|bench)/',
        pathNot: ['^packages/$1/examples/$2/', '^packages/$1/dist/', 'node_modules/'],
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'Apps communicate over HTTP or as processes. Move shared code into a package.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src', pathNot: [...TESTS] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'bench-measures-from-outside',
      comment:
        'A measurement calls the service as its callers do, and starts it as a process. It may open a database, seal as the service does and name columns. What no call shows is measured on statements of a store, in the two files that are named here.',
      severity: 'error',
      from: { path: '^bench/', pathNot: ['^bench/server/(scale/calls|rows/archive)\\.ts$'] },
      to: { path: '^apps/', pathNot: BENCHED },
    },
    {
      name: 'nothing-imports-bench',
      comment: 'Measurements are installed by themselves. Move what both need into a package.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { path: '^bench/' },
    },
    ...floorRules,
    ...serverRules,
    {
      name: 'no-unresolved',
      comment: 'The imported file does not exist.',
      severity: 'error',
      // Workspaces of their own, whose packages are installed when they run.
      from: {
        pathNot: [
          '^bench/',
          '^packages/sdk/test/runners/',
          '^packages/gateway/examples/gateway-vendure/engine/',
        ],
      },
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
