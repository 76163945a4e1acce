import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../../apps/server');
const SOURCES = join(SERVER, 'src');

/** What the pattern matches in the statements of the service and in the functions of its database, by file. */
function matchesOf(pattern: RegExp): string[] {
  const stores = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!generated\/|.*\.test\.ts$).*\.ts$/.test(file))
    .map((file) => join('src', file));
  return [...stores, 'prisma/functions.sql'].flatMap((file) =>
    readFileSync(join(SERVER, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:--|\/\/|\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

// No index is searched for what the function answers, as it may answer each row something else. A sub-select is run once.
it('rows are compared with (SELECT service_now()), so that an index finds them', () => {
  const compared = matchesOf(/[<>]=? ?"?service_now"?\(\)/);
  // The condition of a trigger looks at one row.
  expect(compared).toEqual(['prisma/functions.sql: AND new."placingUntil" > service_now())']);
});

// Redaction and archiving, look-ups and retries go by one clock, which tests can move. The tables of migrations and of the queue
// are not the service's own.
it('statements on tables of the service tell the time by service_now() alone', () => {
  const others = matchesOf(/(?<![\w.#])(?:now\(\)(?!:)|CURRENT_TIMESTAMP)/).filter(
    (match) => !/^src\/(?:postgres\/migrations\/migration-record|queue\/|platforms\/)/.test(match),
  );
  expect(others).toEqual([]);
});
