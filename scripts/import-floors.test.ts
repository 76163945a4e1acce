import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FLOORS } from '../.dependency-cruiser.mjs';
import { runCommand } from './run-command.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const SERVER = 'apps/server/src';
const rooms = FLOORS.flat();

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the room that any other file may import. */
const fileOf = (room: string): string => (room.endsWith('.ts') ? room : `${room}/file.ts`);

it('every room of the server has a floor', () => {
  const found = readdirSync(join(REPOSITORY, SERVER)).filter((name) => !name.endsWith('.test.ts'));
  expect(found.sort()).toEqual([...rooms].sort());
});

it('a file of any room that imports a room of its own floor or of a higher one is refused', async () => {
  folder = mkdtempSync(join(tmpdir(), 'floors-'));
  for (const room of rooms) {
    const file = join(folder, SERVER, fileOf(room));
    const depth = room.endsWith('.ts') ? './' : '../';
    const others = rooms.filter((other) => other !== room);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, others.map((other) => `import '${depth}${fileOf(other)}';\n`).join(''));
  }
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'node_modules', 'package.json']) {
    symlinkSync(join(REPOSITORY, name), join(folder, name));
  }
  const { output } = await runCommand(
    join(REPOSITORY, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'apps'],
    { cwd: folder },
  );
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  const refused = summary.violations
    .filter(({ rule }) => rule.name.endsWith('-imports-lower-floors'))
    .map(({ from, to }) => `${from} > ${to}`);
  const upward = FLOORS.flatMap((floor: string[], height) =>
    floor.flatMap((room) =>
      FLOORS.slice(height)
        .flat()
        .filter((other) => other !== room)
        .map((other) => `${SERVER}/${fileOf(room)} > ${SERVER}/${fileOf(other)}`),
    ),
  );
  expect(refused.sort()).toEqual(upward.sort());
});
