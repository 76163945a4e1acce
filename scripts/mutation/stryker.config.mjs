import { fileURLToPath } from 'node:url';

// Run by scripts/test-mutation.ts, once for each part.

const OAUTH = 'apps/server/src/oauth';

/** What is changed, in parts that take some minutes each. */
const PARTS = {
  domain: ['packages/domain/src/oauth/**/*.ts'],
  tokens: [
    `${OAUTH}/{exchange-*,refresh-*,device-*,find-*,mint-*,start-*}.ts`,
    `${OAUTH}/store/!(client-store|interaction-store).ts`,
  ],
  clients: [`${OAUTH}/{authenticate-client,manage-clients,routes}.ts`, `${OAUTH}/store/client-store.ts`],
  pages: [`${OAUTH}/interactions.ts`, `${OAUTH}/store/interaction-store.ts`, `${OAUTH}/pages/!(texts).ts`],
};

const part = process.env.MUTATION_PART ?? 'domain';
const isServer = part !== 'domain';

export default {
  mutate: [...PARTS[part], '!**/*.test.ts'],
  testRunner: 'vitest',
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: {
    configFile: `scripts/mutation/vitest.${isServer ? 'server' : 'domain'}.config.ts`,
    related: false,
    pool: 'forks',
  },
  coverageAnalysis: 'perTest',
  // What is evaluated when a file is loaded (statements, tables) would need every test for each change: where one test takes a
  // second, these are left to the tests themselves.
  ignoreStatic: isServer,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 30_000,
  ignorePatterns: ['bench', '.git', '.turbo', '.data', 'deploy', '**/dist/**'],
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
  jsonReporter: { fileName: `.stryker-tmp/${part}.json` },
  thresholds: { high: 100, low: 90, break: 90 },
};
