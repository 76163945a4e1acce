import { describe, expect, it } from 'vitest';
import { redactError } from './redact-error.ts';

const CANARY = '13800138000';

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('an unexpected error', () => {
  it('of this code keeps its message and its stack', () => {
    const redacted = redactError(new Error('the intent has no placement token'));
    expect(redacted).toMatchObject({ type: 'Error', message: 'the intent has no placement token' });
    expect(redacted.at[0]).toContain('redact-error.test.ts');
  });

  it.each([
    ['a parser', () => JSON.parse(`{"phone": ${CANARY}x}`) as unknown],
    ['a reader of URLs', () => new URL(`http://${CANARY}:x`)],
    ['a wrong type', () => (null as unknown as Record<string, () => void>)[CANARY]?.()],
    ['a wrong length', () => Array.from({ length: 0 }).with(Number(CANARY), 0)],
  ])('of %s loses its message, which may quote a value', (_who, work) => {
    const error = thrownBy(work);
    const redacted = redactError(error);
    expect(redacted).not.toHaveProperty('message');
    expect(redacted.type).toBe(error.name);
    expect(JSON.stringify(redacted)).not.toContain(CANARY);
  });

  it('of the database keeps the two codes and nothing of the row', () => {
    const cause = { originalCode: '23514', detail: `Failing row contains (${CANARY})` };
    const error = Object.assign(new Error(`Raw query failed: ${CANARY}`), {
      name: 'PrismaClientKnownRequestError',
      code: 'P2010',
      meta: { driverAdapterError: { cause } },
    });
    error.stack = `${error.name}: ${error.message}\n${CANARY}\n    at save (repository.ts:1:1)`;
    expect(redactError(error)).toEqual({
      type: 'PrismaClientKnownRequestError',
      code: 'P2010',
      sqlState: '23514',
      at: ['save (repository.ts:1:1)'],
    });
  });

  it('of Postgres keeps its code and nothing of the row', () => {
    const error = Object.assign(new Error(`Key (phone)=(${CANARY}) exists`), {
      name: 'error',
      code: '23505',
      severity: 'ERROR',
      detail: CANARY,
    });
    error.stack = `${error.message}\n    at save (store.ts:1:1)`;
    expect(redactError(error)).toEqual({
      type: 'error',
      code: '23505',
      sqlState: '23505',
      at: ['save (store.ts:1:1)'],
    });
  });

  it('omits codes that are not strings', () => {
    const error = Object.assign(new Error('x'), {
      code: { phone: CANARY },
      meta: { driverAdapterError: { cause: { originalCode: [CANARY] } } },
    });
    expect(JSON.stringify(redactError(error))).not.toContain(CANARY);
  });
});

it.each<[unknown, string]>([
  [CANARY, 'string'],
  [undefined, 'undefined'],
  [null, 'object'],
  [{ message: CANARY, stack: CANARY }, 'object'],
])('reduces %j, which is not an error, to its type', (thrown, type) => {
  expect(redactError(thrown)).toEqual({ type, at: [] });
});
