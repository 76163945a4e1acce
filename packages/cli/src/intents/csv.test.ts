import { expect, it } from 'vitest';
import { LIST_ITEM_FIELDS } from '../generated/tables.ts';
import { toCsvHeader, toCsvLine } from './csv.ts';

const titleCell = (title: string) => toCsvLine({ id: 'i', title, price: -1 }, LIST_ITEM_FIELDS);

it('writes a header and cells as in RFC 4180', () => {
  expect(toCsvHeader(LIST_ITEM_FIELDS)).toBe(
    'id,userId,platform,title,price,quantity,totalAmount,status,createdAt,updatedAt\r\n',
  );
  expect(titleCell('a, "b"\nc')).toBe('i,,,"a, ""b""\nc",-1,,,,,\r\n');
});

it('writes parcels as JSON in one cell, and nothing for a field that the intent does not have', () => {
  const parcels = [{ trackingNumber: 'SF1' }];
  expect(toCsvLine({ id: 'i', parcels }, ['id', 'orderId', 'parcels'])).toBe(
    'i,,"[{""trackingNumber"":""SF1""}]"\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('does not write the text %j as a formula', (title) => {
  expect(titleCell(title)).toContain(`,'${title},`);
});
