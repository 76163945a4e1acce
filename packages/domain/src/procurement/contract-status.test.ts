import { CONTRACT_LIFECYCLE, type ContractAction } from '@procurement-intents/contract/procurement';
import { describe, expect, test } from 'vitest';
import { contractRefusal, contractStatusAt, type ContractTerm, isContractValid } from './contract-status.ts';

const TERM: ContractTerm = { status: 'ACTIVE', validFrom: '2026-03-01', validTo: '2026-03-31' };
const at = (time: string): Date => new Date(time);

test.each([
  ['2026-02-28T23:59:59.999Z', 'ACTIVE', false],
  ['2026-03-01T00:00:00.000Z', 'ACTIVE', true],
  ['2026-03-31T23:59:59.999Z', 'ACTIVE', true],
  ['2026-04-01T00:00:00.000Z', 'EXPIRED', false],
])('at %s an active contract is %s, valid: %s', (time, status, isValid) => {
  expect(contractStatusAt(TERM, at(time))).toBe(status);
  expect(isContractValid(TERM, at(time))).toBe(isValid);
});

test.each(['DRAFT', 'TERMINATED'] as const)('a contract that is %s never expires', (status) => {
  expect(contractStatusAt({ ...TERM, status }, at('2027-01-01T00:00:00.000Z'))).toBe(status);
});

describe.each(Object.keys(CONTRACT_LIFECYCLE) as ContractAction[])('%s', (action) => {
  test.each(['DRAFT', 'ACTIVE', 'EXPIRED', 'TERMINATED'] as const)('from %s follows the table', (status) => {
    const term: ContractTerm =
      status === 'EXPIRED' ? { ...TERM, validTo: '2026-03-02' } : { ...TERM, status };
    const isAllowed = (CONTRACT_LIFECYCLE[action].from as readonly string[]).includes(status);
    expect(contractRefusal(action, term, at('2026-03-15T12:00:00.000Z')) === null).toBe(isAllowed);
  });
});
