import { expect, it } from 'vitest';
import { coversIntent, intentRightsOf } from './intent-rights.ts';

const person = { isAdmin: false, isPerson: true, approvalLimitFen: 10_000n };

it.each([
  ['an administrator', { ...person, isAdmin: true }, [true, true, true]],
  [
    "an administrator's program",
    { isAdmin: true, isPerson: false, approvalLimitFen: null },
    [true, true, true],
  ],
  ['a person with a limit', person, [true, true, false]],
  ['a person whose limit is 0', { ...person, approvalLimitFen: 0n }, [false, false, false]],
  ['a person without a limit', { ...person, approvalLimitFen: null }, [false, false, false]],
  ['the program of a person with a limit', { ...person, isPerson: false }, [false, false, false]],
])('%s may see what the rights cover', (_who, reader, covered) => {
  const rights = intentRightsOf(reader);
  expect([1n, 10_000n, 10_001n].map((totalFen) => coversIntent(rights, { totalFen }))).toEqual(covered);
});
