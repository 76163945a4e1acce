import fc from 'fast-check';
import { types } from 'pg';
import { expect, it } from 'vitest';
import { parseTime } from './parse-time.ts';

const parseByDriver = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text') as (text: string) => unknown;

it('reads every time of the tables as the driver does', () => {
  const times = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      // Postgres leaves out zeros at the end of the decimals.
      const [seconds = '', ms = ''] = time.toISOString().replace('T', ' ').replace('Z', '').split('.');
      const decimals = ms.replace(/0+$/, '');
      const text = `${seconds}${decimals === '' ? '' : `.${decimals}`}+00`;
      expect(parseTime(text)).toEqual(time);
      expect(parseByDriver(text)).toEqual(time);
    }),
  );
});

it.each([
  '2026-11-22 07:09:19.1234+00',
  '2026-11-22 07:09:19.123456+00',
  '2026-11-22 15:09:19.123+08',
  '2026-11-22 12:39:19+05:30',
  '12026-11-22 07:09:19+00',
  '12026-11-22 07:09:19.1+00',
  '0044-03-15 12:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '-infinity',
])('reads %s as the driver does', (text) => {
  expect(parseTime(text)).toEqual(parseByDriver(text));
});
