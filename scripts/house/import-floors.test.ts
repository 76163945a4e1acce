import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';
import { CONSOLE_FLOORS, CONTRACT_FLOORS, DOMAIN_FLOORS, FLOORS } from './import-floors.mjs';
import { runCommand } from '../run-command.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const SERVER = 'apps/server/src';
const CONTRACT = 'packages/contract/src';
const DOMAIN = 'packages/domain/src';
const CONSOLE = 'apps/console/src';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the room that any other file may import. */
const fileOf = (room: string): string => (room.endsWith('.ts') ? room : `${room}/file.ts`);

it('only stores import the database, and only the composition roots open stores', async () => {
  const database = `${SERVER}/postgres/database.ts`;
  const store = `${SERVER}/intents/store/intent-store.ts`;
  const jobs = `${SERVER}/queue/jobs.ts`;
  const imports = {
    [database]: [],
    [store]: [database],
    [`${SERVER}/intents/redact-person.ts`]: [store, database],
    [`${SERVER}/health/probe.ts`]: [database],
    [jobs]: [database],
    [`${SERVER}/operator.ts`]: [store, database],
    [`${SERVER}/service.ts`]: [store, database],
    [`${SERVER}/admin/apps-cli.ts`]: [store, database, jobs, `${SERVER}/operator.ts`],
    'apps/server/test/intents/redaction.test.ts': [store, database, jobs, `${SERVER}/service.ts`],
    'apps/server/test/queue/jobs.test.ts': [store, jobs],
  };
  const refused = await refusedAmong(new Map(Object.entries(imports)));
  expect(refused.map(({ rule, import: one }) => `${rule}: ${one}`).sort()).toEqual([
    `commands-use-an-operator: ${SERVER}/admin/apps-cli.ts > ${jobs}`,
    `database-in-stores: ${SERVER}/admin/apps-cli.ts > ${database}`,
    `database-in-stores: ${SERVER}/health/probe.ts > ${database}`,
    `database-in-stores: ${SERVER}/intents/redact-person.ts > ${database}`,
    `one-composition-root: ${SERVER}/admin/apps-cli.ts > ${store}`,
    `one-composition-root: apps/server/test/intents/redaction.test.ts > ${store}`,
    `one-composition-root: apps/server/test/queue/jobs.test.ts > ${store}`,
    `store-is-private: ${SERVER}/admin/apps-cli.ts > ${store}`,
    `tests-open-a-service: apps/server/test/intents/redaction.test.ts > ${jobs}`,
  ]);
});

it('every room of the server has a floor', () => {
  const found = readdirSync(join(REPOSITORY, SERVER)).filter((name) => !name.endsWith('.test.ts'));
  expect(found.sort()).toEqual(FLOORS.flat().sort());
});

it.each([
  // Lie below the folders, with a rule of their own.
  { house: CONTRACT, floors: CONTRACT_FLOORS, besides: ['errors', 'errors.ts'] },
  { house: DOMAIN, floors: DOMAIN_FLOORS, besides: [] },
  { house: CONSOLE, floors: CONSOLE_FLOORS, besides: ['pages.ts'] },
])('every folder of $house has a floor, and every file that gathers folders', (each) => {
  const { house, floors, besides } = each;
  const found = readdirSync(join(REPOSITORY, house), { withFileTypes: true });
  const imports = (file: string): string => readFileSync(join(REPOSITORY, house, file), 'utf8');
  const gathering = found
    .map(({ name }) => name)
    .filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name) && /from '\.\/[\w-]+\//.test(imports(name)));
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect([...folders, ...gathering].sort()).toEqual([...besides, ...floors.flat()].sort());
});

/**
 * Writes files that import these others, which may be modules of Node (`node:fs`) or files that are not there (`./gone.ts`),
 * and returns the imports that the rules refuse, by rule.
 */
async function refusedAmong(imports: ReadonlyMap<string, readonly string[]>) {
  folder = mkdtempSync(join(tmpdir(), 'floors-'));
  for (const [file, others] of imports) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const pathTo = (other: string): string =>
      /^(node:|\.\/)/.test(other) ? other : `./${relative(dirname(file), other)}`;
    writeFileSync(join(folder, file), others.map((other) => `import '${pathTo(other)}';\n`).join(''));
  }
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'node_modules', 'package.json']) {
    symlinkSync(join(REPOSITORY, name), join(folder, name));
  }
  const { output } = await runCommand(
    join(REPOSITORY, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...topsOf(imports)],
    { cwd: folder },
  );
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, import: `${from} > ${to}` }));
}

const topsOf = (imports: ReadonlyMap<string, unknown>): Set<string> =>
  new Set([...imports.keys()].map((file) => file.split('/', 1).join()));

it.each([
  { house: SERVER, floors: FLOORS },
  { house: CONTRACT, floors: CONTRACT_FLOORS },
  { house: DOMAIN, floors: DOMAIN_FLOORS },
  { house: CONSOLE, floors: CONSOLE_FLOORS },
] as const)(
  'a file of $house that imports a room of its own floor or of a higher one is refused',
  async (each) => {
    const { house, floors } = each;
    const rooms = floors.flat();
    const pathOf = (room: string): string => `${house}/${fileOf(room)}`;
    const othersOf = (room: string): string[] => rooms.filter((other) => other !== room).map(pathOf);
    const refused = await refusedAmong(new Map(rooms.map((room) => [pathOf(room), othersOf(room)])));
    const upward = floors.flatMap((floor: string[], height) =>
      floor.flatMap((room) =>
        floors
          .slice(height)
          .flat()
          .filter((other) => other !== room)
          .map((other) => `${pathOf(room)} > ${pathOf(other)}`),
      ),
    );
    const byFloors = refused.filter(({ rule }) => rule.endsWith('-imports-lower-floors'));
    expect(byFloors.map((one) => one.import).sort()).toEqual(upward.sort());
  },
);

const NODE_MODULES = 'apps/server/node_modules';

/** For each rule, imports that it has to refuse. */
const PLANTED: Record<string, readonly (readonly [file: string, other: string])[]> = {
  'console-features-stand-alone': [
    [`${CONSOLE}/features/events/page.ts`, `${CONSOLE}/features/apps/app-usage.ts`],
  ],
  'no-circular': [[`${CONTRACT}/limits.ts`, `${CONTRACT}/money.ts`]],
  'contract-is-pure': [
    [`${CONTRACT}/fields.ts`, 'node:fs'],
    [`${CONTRACT}/bearer/scopes.ts`, `${DOMAIN}/money.ts`],
    [`${CONTRACT}/intents/schemas.ts`, `${NODE_MODULES}/express/index.js`],
  ],
  'errors-name-states-alone': [[`${CONTRACT}/errors/error-data.ts`, `${CONTRACT}/intents/schemas.ts`]],
  'domain-is-pure': [
    [`${DOMAIN}/money.ts`, 'node:crypto'],
    [`${DOMAIN}/purchasing/due.ts`, `${SERVER}/postgres/database.ts`],
    [`${DOMAIN}/intents/transition.ts`, `${SERVER}/generated/prisma/client.ts`],
    [`${DOMAIN}/bearer/scopes.ts`, `${NODE_MODULES}/pg/index.js`],
  ],
  'published-tables-import-nothing': [
    [`${DOMAIN}/signed/signing-mistakes.ts`, `${DOMAIN}/money.ts`],
    [`${CONTRACT}/webhooks/signing.ts`, `${CONTRACT}/limits.ts`],
  ],
  'diagnose-signature-imports-its-table': [[`${DOMAIN}/signed/diagnose-signature.ts`, `${DOMAIN}/money.ts`]],
  'sdk-has-no-dependencies': [
    ['packages/sdk/src/client.ts', `${CONTRACT}/fields.ts`],
    ['packages/sdk/src/intents.ts', 'packages/sdk/src/testing/clock.ts'],
  ],
  'test-service-is-a-host-of-the-rules': [['packages/sdk/src/testing/test-service.ts', 'node:fs']],
  'cli-is-a-client': [
    ['packages/cli/src/main.ts', `${CONTRACT}/fields.ts`],
    ['packages/cli/src/service.ts', `${DOMAIN}/money.ts`],
  ],
  'mcp-is-a-client': [
    ['packages/mcp/src/create-server.ts', `${CONTRACT}/fields.ts`],
    ['packages/mcp/src/main.ts', `${NODE_MODULES}/@modelcontextprotocol/sdk/index.js`],
  ],
  'examples-stand-alone': [
    ['packages/sdk/examples/one/main.ts', 'packages/sdk/examples/two/main.ts'],
    ['packages/sdk/examples/one/worker.ts', 'packages/sdk/src/client.ts'],
    ['packages/gateway/examples/one/shop.ts', 'packages/gateway/src/adapter.ts'],
    ['packages/gateway/examples/one/main.ts', 'packages/gateway/examples/two/main.ts'],
  ],
  'gateway-kit-has-no-dependencies': [
    ['packages/gateway/src/gateway.ts', `${CONTRACT}/fields.ts`],
    ['packages/gateway/src/call-shop.ts', `${DOMAIN}/money.ts`],
    ['packages/gateway/src/locks/postgres-lock.ts', 'packages/gateway/node_modules/pg/index.js'],
  ],
  'apps-do-not-import-apps': [['apps/sandbox/src/main.ts', `${SERVER}/clock.ts`]],
  'bench-measures-from-outside': [
    ['bench/server/rows/list.ts', `${SERVER}/intents/store/read-list-page.ts`],
    ['bench/server/stage.ts', `${SERVER}/intents/cancel-intent.ts`],
  ],
  'nothing-imports-bench': [[`${SERVER}/main.ts`, 'bench/server/stage.ts']],
  'store-is-private': [[`${SERVER}/orders/cancel-order.ts`, `${SERVER}/intents/store/intent-store.ts`]],
  'stores-lie-below-verbs': [
    [`${SERVER}/intents/store/read-list-page.ts`, `${SERVER}/intents/cancel-intent.ts`],
  ],
  'intent-rows-are-private': [[`${SERVER}/orders/list-orders.ts`, `${SERVER}/intent-rows/intent-writer.ts`]],
  'prisma-in-stores': [
    [`${SERVER}/orders/list-orders.ts`, `${SERVER}/generated/prisma/client.ts`],
    [`${SERVER}/composition/open-events.ts`, `${SERVER}/generated/prisma/client.ts`],
    [`${SERVER}/http/send.ts`, `${NODE_MODULES}/@prisma/client/index.js`],
  ],
  'pool-in-postgres': [[`${SERVER}/intents/store/find-intents.ts`, `${NODE_MODULES}/pg/index.js`]],
  'express-in-http': [
    [`${SERVER}/orders/routes.ts`, `${NODE_MODULES}/express/index.js`],
    [`${SERVER}/service.ts`, `${NODE_MODULES}/cors/index.js`],
  ],
  'redis-in-rate-limit': [[`${SERVER}/events/read-feed.ts`, `${NODE_MODULES}/ioredis/built/index.js`]],
  'one-composition-root': [
    [`${SERVER}/main.ts`, `${SERVER}/intents/store/intent-store.ts`],
    ['apps/server/test/intents/redaction.test.ts', `${SERVER}/intents/store/intent-store.ts`],
  ],
  'tests-open-a-service': [['apps/server/test/intents/redaction.test.ts', `${SERVER}/queue/jobs.ts`]],
  'commands-use-an-operator': [
    [`${SERVER}/admin/jobs-cli.ts`, `${SERVER}/queue/jobs.ts`],
    [`${SERVER}/admin/jobs-cli.ts`, `${SERVER}/open-keys.ts`],
  ],
  'database-in-stores': [
    [`${SERVER}/orders/list-orders.ts`, `${SERVER}/postgres/database.ts`],
    [`${SERVER}/admin/apps-cli.ts`, `${SERVER}/postgres/database.ts`],
  ],
  'transactions-in-stores': [
    [`${SERVER}/orders/list-orders.ts`, `${SERVER}/postgres/transaction.ts`],
    [`${SERVER}/composition/open-events.ts`, `${SERVER}/postgres/transaction.ts`],
  ],
  'main-starts-the-service': [[`${SERVER}/main.ts`, `${SERVER}/intents/cancel-intent.ts`]],
  'verbs-import-no-http': [
    [`${SERVER}/orders/list-orders.ts`, `${SERVER}/http/send.ts`],
    [`${SERVER}/intents/load-intent.ts`, `${SERVER}/http/send.ts`],
  ],
  'stores-know-no-http': [
    [`${SERVER}/intents/store/read-plain-pages.ts`, `${SERVER}/http/send.ts`],
    [`${SERVER}/intents/store/read-plain-pages.ts`, 'node:http'],
    [`${SERVER}/intent-rows/intent-writer.ts`, `${SERVER}/http/send.ts`],
  ],
  'http-serves-any-feature': [[`${SERVER}/http/pipeline.ts`, `${SERVER}/platforms/platform.ts`]],
  'queue-library-in-queue': [
    [`${SERVER}/purchasing/dispatch-intents.ts`, `${NODE_MODULES}/pg-boss/index.js`],
  ],
  'http-client-in-outbound': [[`${SERVER}/webhooks/deliver.ts`, `${NODE_MODULES}/undici/index.js`]],
  'sockets-in-http-and-outbound': [
    [`${SERVER}/webhooks/deliver.ts`, 'node:https'],
    [`${SERVER}/orders/list-orders.ts`, 'node:net'],
  ],
  'workers-are-started-in-one-place': [
    [`${SERVER}/purchasing/dispatch-intents.ts`, `${SERVER}/purchasing/track-intent.worker.ts`],
  ],
  'ids-are-made-in-one-place': [[`${SERVER}/new-id.ts`, `${NODE_MODULES}/uuid/index.js`]],
  'no-unresolved': [['packages/cli/src/run-cli.ts', './gone.ts']],
};

it('every rule refuses what it names', async () => {
  const planted = Object.entries(PLANTED).flatMap(([rule, imports]) =>
    imports.map(([file, other]) => ({ rule, file, other })),
  );
  const imports = new Map<string, string[]>([[`${CONTRACT}/money.ts`, [`${CONTRACT}/limits.ts`]]]);
  for (const { file, other } of planted) {
    imports.set(file, [...(imports.get(file) ?? []), other]);
    if (!/^(node:|\.\/)/.test(other)) imports.set(other, imports.get(other) ?? []);
  }
  const refused = await refusedAmong(imports);
  const wanted = planted.map(({ rule, file, other }) => ({
    rule,
    import: `${file} > ${other.replace('node:', '')}`,
  }));
  expect(wanted.filter((one) => !refused.some((each) => isDeepStrictEqual(one, each)))).toEqual([]);
});

it('every rule but those of floors has an import that it refuses', () => {
  const names = rules.forbidden
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('-imports-lower-floors'));
  expect(names.sort()).toEqual(Object.keys(PLANTED).sort());
});

it('the drawing of the server has every room', () => {
  const drawing = readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8');
  // Below are small files.
  const rooms = FLOORS.slice(FLOORS.findIndex((floor) => floor.includes('observability'))).flat();
  expect(rooms.filter((room) => !drawing.includes(`\`${room}\``))).toEqual([]);
});
