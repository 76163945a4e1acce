import { expect, it } from 'vitest';
import { CSV_HEADER, toCsvLine } from './csv.ts';

const titleCell = (title: string) => toCsvLine({ id: 'i', title, price: -1 });

it('writes a header and cells as in RFC 4180', () => {
  expect(CSV_HEADER).toBe(
    'id,userId,platform,title,price,quantity,totalAmount,status,createdAt,updatedAt\r\n',
  );
  expect(titleCell('a, "b"\nc')).toBe('i,,,"a, ""b""\nc",-1,,,,,\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('does not write the text %j as a formula', (title) => {
  expect(titleCell(title)).toContain(`,'${title},`);
});
