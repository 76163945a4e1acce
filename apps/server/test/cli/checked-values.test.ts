import { CreateIntentBody, LIMITS, ListIntentsQuery, PLATFORMS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { FIELD_NAMES, ORDER_FIELDS } from '../../../../packages/cli/src/intents/order-fields.ts';
import { parsePageSize, parseTime } from '../../../../packages/cli/src/parse-arguments.ts';

// The command line checks values before it sends anything, by limits of its own. Here they meet those of the contract.

const accepts = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

const TEXTS = [
  '',
  'x',
  '张三',
  'abcd',
  'abcde',
  ' abcd ',
  'a\tb',
  'a\nb',
  'a\u202eb',
  '\ud800',
  '=1+1',
  '🛒🛒🛒🛒🛒',
  ...[49, 50, 51, 64, 65, 199, 200, 201, 499, 500, 501].map((length) => '长'.repeat(length)),
];
const NUMBERS = [
  '0',
  '0.01',
  '0.009',
  '1',
  '1.5',
  '1.005',
  '1.10',
  '-1',
  '999999',
  '1000000',
  '99999999.99',
  '100000000',
  '199',
];
const PHONES = ['13800138000', '1380013800', '138001380000', '23800138000', '１3800138000', '1.38E+10'];
const URLS = [
  'https://item.shop-a.example/1',
  'http://h',
  'item/1',
  '',
  `https://h/${'x'.repeat(2_039)}`,
  `https://h/${'x'.repeat(2_038)}`,
];

describe('the check of an order', () => {
  it.each(FIELD_NAMES)('accepts of %s what the service accepts', (name) => {
    const { parse } = ORDER_FIELDS[name];
    const field = CreateIntentBody.shape[name];
    const isNumber = name === 'price' || name === 'quantity';
    const values = [...TEXTS, ...PHONES, ...URLS, ...PLATFORMS, 'PLATFORM_Z'];
    const candidates = isNumber ? NUMBERS : name === 'draft' ? ['true', 'false'] : values;
    const read = (text: string) => (isNumber ? Number(text) : name === 'draft' ? text === 'true' : text);
    const differing = candidates.filter(
      (text) => accepts(parse, text) !== field.safeParse(read(text)).success,
    );
    expect(differing).toEqual([]);
  });
});

it.each([
  '2026-11-01',
  '2026-02-29',
  '2028-02-29',
  '2026-13-01',
  '2026-11-01T09',
  '2026-11-01T09:30',
  '2026-11-01T09:30:00Z',
  '2026-11-01T09:30:00.123456789+08:00',
  '2026-11-01T25:00Z',
  '2026-11-00',
  'yesterday',
  '20261101',
  '',
])('accepts the time %j as the service does', (text) => {
  expect(accepts(parseTime, text)).toBe(ListIntentsQuery.safeParse({ startDate: text }).success);
});

it('allows pages as large as the service does', () => {
  expect(accepts(parsePageSize, String(LIMITS.pageSizeMax))).toBe(true);
  expect(accepts(parsePageSize, String(LIMITS.pageSizeMax + 1))).toBe(false);
});
