import { expect, it } from 'vitest';
import { FAILURES, failureOf } from './index.ts';

it('gives the row of each code of this release', () => {
  for (const [code, failure] of Object.entries(FAILURES)) expect(failureOf(code)).toBe(failure);
});

it.each(['CODE_OF_A_LATER_RELEASE', 'constructor', ''])('leaves %j to an operator', (code) => {
  expect(failureOf(code)).toEqual({ retryable: false, actor: 'operator' });
});
