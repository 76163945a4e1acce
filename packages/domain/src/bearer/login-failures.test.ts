import { LOGIN_FAILURES_PER_MINUTE } from '@procurement-intents/contract/bearer';
import { expect, it } from 'vitest';
import { failureCounts } from './login-failures.ts';

it('counts the address before any account is counted, and holds no name but by its digest', () => {
  const counts = failureCounts({ account: 'user a', address: '198.51.100.1' }, () => 'digest');
  expect(counts).toEqual([
    { key: 'login-address:digest', limit: LOGIN_FAILURES_PER_MINUTE.address },
    { key: 'login-pair:digest', limit: LOGIN_FAILURES_PER_MINUTE.pair },
    { key: 'login-account:digest', limit: LOGIN_FAILURES_PER_MINUTE.account },
  ]);
});
