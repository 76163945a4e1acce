import { contract } from '../../src/contract.ts';
import {
  ERROR_NAMES,
  ERRORS,
  type ErrorDescription,
  type ErrorName,
  type ErrorRow,
  type RetryAdvice,
} from '../../src/errors.ts';
import type { OperationId } from '../../src/route-table.ts';
import { anchor, code, page, table } from '../markdown.ts';

const RETRY: Record<RetryAdvice, string> = {
  never: 'No; the same call gets the same answer.',
  later: 'Yes, after `Retry-After`, else at `X-RateLimit-Reset`, else with a growing pause.',
  clock: "Once, after setting the clock by the answer's `Date`.",
  sign: 'Once, signed again with a new timestamp and with the same `Idempotency-Key`.',
};

function operationsWith(name: ErrorName): OperationId[] {
  return (Object.keys(contract) as OperationId[]).filter((id) =>
    (contract[id].metadata.errors as readonly ErrorName[]).includes(name),
  );
}

function describeOperations(name: ErrorName): string {
  const ids = operationsWith(name);
  if (ids.length === 0) return 'No operation: it is the answer to calls that match none.';
  if (ids.length === Object.keys(contract).length) return 'Every operation.';
  return `${ids.map(code).join(', ')}.`;
}

function describe(name: ErrorName): ErrorDescription {
  const { code: number, status, en, zh, cause, fix, retry, example }: ErrorRow = ERRORS[name];
  return {
    name,
    code: number,
    status,
    en,
    zh,
    cause,
    fix,
    repeat: RETRY[retry],
    givenBy: describeOperations(name),
    body: { code: number, message: zh, data: example },
  };
}

const byCode = (): ErrorName[] => [...ERROR_NAMES].sort((a, b) => ERRORS[a].code - ERRORS[b].code);

/** All errors in the order of their codes, as JSON, for the pages that the service serves. */
export const errorDescriptions = (): string => `${JSON.stringify(byCode().map(describe), null, 2)}\n`;

const heading = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;

function section(name: ErrorName): string {
  const { status, en, zh, cause, fix, repeat, givenBy, body } = describe(name);
  return [
    `## ${heading(name)}`,
    `HTTP ${status}. ${en} (${zh}).`,
    [
      `- **What happened.** ${cause}`,
      `- **How to fix it.** ${fix}`,
      `- **Repeat the same call?** ${repeat}`,
      `- **Given by.** ${givenBy}`,
    ].join('\n'),
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** The page of all errors, in the order of their codes. */
export function errorsPage(): string {
  const names = byCode();
  return page(
    'Errors',
    'Every answer that is not a success has a `code` other than 0. Some codes stand for more than one error: `X-Error-Name` carries the name, which is the one here and in the SDK. `message` is Chinese, or English when `Accept-Language` prefers `en`: never decide by it.',
    table(
      ['Code', 'HTTP', 'Name', 'Meaning', 'Repeat'],
      names.map((name) => {
        const { code: number, status, en, retry } = ERRORS[name];
        return [String(number), String(status), `[${name}](#${anchor(heading(name))})`, en, retry];
      }),
    ),
    ...names.map(section),
  );
}
