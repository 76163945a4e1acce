import { expect, it } from 'vitest';
import { LIST_ITEM_FIELDS } from '../generated/tables.ts';
import { toIntentLine } from './csv.ts';

const titleCell = (title: string) => toIntentLine({ id: 'i', title, price: -1 }, LIST_ITEM_FIELDS);

it('writes cells as in RFC 4180', () => {
  expect(titleCell('a, "b"\nc')).toBe('i,,,"a, ""b""\nc",-1,,,,,\r\n');
});

it('writes parcels as JSON in one cell, and nothing for a field that the intent does not have', () => {
  const parcels = [{ trackingNumber: 'SF1' }];
  expect(toIntentLine({ id: 'i', parcels }, ['id', 'orderId', 'parcels'])).toBe(
    'i,,"[{""trackingNumber"":""SF1""}]"\r\n',
  );
});

it.each(['=1+1', ' =1+1', '+1', '-1+1', '@SUM(A1)', '|calc', '%1', '＝1+1'])(
  'does not write the text %j as a formula',
  (title) => {
    expect(titleCell(title)).toContain(`,'${title},`);
  },
);

it('writes a text that is a plain number as it is', () => {
  expect(titleCell('-1')).toContain(',-1,-1,');
});
