import { expect, it } from 'vitest';
import { intentIdOf } from './merchant-order-no.ts';

const BARE = '0198f3a0000070008000000000000001';

it.each([
  [BARE, `int_${BARE}`],
  [`pi_${BARE}`, `int_${BARE}`],
  ['shop-42', null],
  [`${BARE}0`, null],
])('the number %s is of the intent %s', (merchantOrderNo, id) => {
  expect(intentIdOf(merchantOrderNo)).toBe(id);
});
