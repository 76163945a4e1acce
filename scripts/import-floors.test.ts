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
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_FLOORS, FLOORS } from './import-floors.mjs';
import { runCommand } from './run-command.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const SERVER = 'apps/server/src';
const CONTRACT = 'packages/contract/src';

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
  const refused = await refusedAmong('apps', new Map(Object.entries(imports)));
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

it('every folder of the contract has a floor, and every file that gathers folders', () => {
  const found = readdirSync(join(REPOSITORY, CONTRACT), { withFileTypes: true });
  const imports = (file: string): string => readFileSync(join(REPOSITORY, CONTRACT, file), 'utf8');
  const gathering = found
    .map(({ name }) => name)
    .filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name) && /from '\.\/[\w-]+\//.test(imports(name)));
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect([...folders, ...gathering].sort()).toEqual(['errors.ts', ...CONTRACT_FLOORS.flat()].sort());
});

/** Writes files below `top` that import these others, and returns the imports that the rules refuse, by rule. */
async function refusedAmong(top: 'apps' | 'packages', imports: ReadonlyMap<string, readonly string[]>) {
  folder = mkdtempSync(join(tmpdir(), 'floors-'));
  for (const [file, others] of imports) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const pathTo = (other: string): string => `./${relative(dirname(file), other)}`;
    writeFileSync(join(folder, file), others.map((other) => `import '${pathTo(other)}';\n`).join(''));
  }
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'node_modules', 'package.json']) {
    symlinkSync(join(REPOSITORY, name), join(folder, name));
  }
  const { output } = await runCommand(
    join(REPOSITORY, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', top],
    { cwd: folder },
  );
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, import: `${from} > ${to}` }));
}

it.each([
  { top: 'apps', house: SERVER, floors: FLOORS },
  { top: 'packages', house: CONTRACT, floors: CONTRACT_FLOORS },
] as const)(
  'a file of $house that imports a room of its own floor or of a higher one is refused',
  async (each) => {
    const { top, house, floors } = each;
    const rooms = floors.flat();
    const pathOf = (room: string): string => `${house}/${fileOf(room)}`;
    const othersOf = (room: string): string[] => rooms.filter((other) => other !== room).map(pathOf);
    const refused = await refusedAmong(top, new Map(rooms.map((room) => [pathOf(room), othersOf(room)])));
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

it('a rule of intents that imports one of purchases is refused, and not the other way round', async () => {
  const intents = 'packages/domain/src/intents/file.ts';
  const purchasing = 'packages/domain/src/purchasing/file.ts';
  const refused = await refusedAmong(
    'packages',
    new Map([
      [intents, [purchasing]],
      [purchasing, [intents]],
    ]),
  );
  expect(refused.filter(({ rule }) => rule !== 'no-circular')).toEqual([
    { rule: 'intents-know-no-purchasing', import: `${intents} > ${purchasing}` },
  ]);
});
