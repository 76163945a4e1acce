import type { IntentChange } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { expect, it } from 'vitest';
import { CHANGES } from '../../../../packages/domain/test/every-change.ts';
import { REQUEST_CANCEL } from '../intents/store/cancel-requests.ts';
import { CLAIM, NEXT_ATTEMPT } from '../purchasing/store/claim-intents.ts';
import { MARK_IN_FLIGHT } from '../purchasing/store/mark-in-flight.ts';
import { IS_UNBOUGHT } from '../purchasing/store/order-lookups.ts';
import { changeRow } from './change-row.ts';
import { statementFor, writeShapeOf } from './write-intents.ts';

const HEAD = `-- The statements that write changes of intents, as they are sent, with long lines broken. For reviews; nothing runs this file.
-- \`vitest run --project apps/server intent-rows/statements -u\` writes it. The fenced writer has a statement for each shape of a
-- change; for callers it answers with all columns instead of the id. Four columns have another name in code: see intent-columns.ts.`;

/** The changes that a statement of its own writes. */
const OWN: Record<string, (change: IntentChange) => string> = {
  startOf: () => CLAIM,
  cancelRequestOf: () => REQUEST_CANCEL,
  adoptionOf: (change) => changeRow(Prisma.sql`SELECT …`, change).sql,
  lateOrderOf: (change) => changeRow(Prisma.sql`SELECT …`, change, IS_UNBOUGHT).sql,
};

const fenced = (change: IntentChange): string => {
  const fence = { id: '', version: 1, attempt: 1 };
  return statementFor(writeShapeOf({ ...change, fence, at: new Date(0) }), ['id']);
};

const WIDTH = 120;

/** The line in several ones when it is long, broken at spaces. */
function wrapped(line: string): string {
  const indent = /^ */.exec(line)![0];
  const lines = [indent];
  for (const word of line.trim().split(' ')) {
    const last = lines.at(-1)!;
    if (last.length + word.length < WIDTH || last.trim() === '') lines[lines.length - 1] = `${last}${word} `;
    else lines.push(`${indent}    ${word} `);
  }
  return lines.map((one) => one.trimEnd()).join('\n');
}

const printed = (sql: string): string =>
  sql
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(wrapped)
    .join('\n');

it('the statements of all changes are those of statements.sql', async () => {
  const named = CHANGES.flatMap(([of, what, , , change]) =>
    change ? [{ name: `${of}: ${what}`, sql: OWN[of]?.(change) ?? fenced(change) }] : [],
  );
  const others = [
    { name: 'the promise to order', sql: MARK_IN_FLIGHT },
    { name: 'the beginning of an attempt at tracking', sql: NEXT_ATTEMPT },
  ];
  const bySql = Map.groupBy([...named, ...others], ({ sql }) => sql);
  const groups = [...bySql].map(
    ([sql, same]) => `${same.map(({ name }) => `-- ${name}\n`).join('')}${printed(sql)};`,
  );
  await expect(`${[HEAD, ...groups].join('\n\n')}\n`).toMatchFileSnapshot('statements.sql');
});
