import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { decodeFieldIssue, type FieldIssue } from './field-issues.ts';
import {
  Address,
  INTENT_ID_PATTERN,
  IntentId,
  Phone,
  Platform,
  Price,
  ProductUrl,
  Quantity,
  RecipientName,
  Remarks,
  Title,
  UserId,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { parseQuery } from './parse-query.ts';

/** The rules that `value` breaks; none when it is accepted. */
function brokenRules(schema: z.ZodType, value: unknown): FieldIssue['rule'][] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ message }) => decodeFieldIssue(message).rule);
}

describe('Price (I9)', () => {
  it.each([0.01, 0.07, 0.1, 0.29, 1, 1.1, 19.99, 199, 4.35, 8.41, 1234567.89, 99_999_999.98, 99_999_999.99])(
    'accepts %d yuan',
    (value) => expect(brokenRules(Price, value)).toEqual([]),
  );

  it.each([
    0,
    -0,
    -1,
    0.001,
    0.009,
    0.011,
    1.005,
    19.999,
    0.1 + 0.2,
    100_000_000,
    99_999_999.991,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ])('refuses %d as money', (value) => expect(brokenRules(Price, value)).toEqual(['money']));

  it.each([JSON.parse('1e309') as number, Number.NaN, -Infinity, '199', null, true, { yuan: 199 }])(
    'refuses %o, which is not a number',
    (value) => expect(brokenRules(Price, value)).toEqual(['type']),
  );

  it('accepts amounts of whole fen, from the smallest to the largest', () => {
    for (let fen = 1; fen <= 100_000; fen += 1)
      expect(Price.safeParse(fen / 100).success, `${fen}`).toBe(true);
    for (let fen = 9_999_900_000; fen <= 9_999_999_999; fen += 997) {
      expect(Price.safeParse(fen / 100).success, `${fen}`).toBe(true);
    }
  });
});

describe('Quantity', () => {
  it.each([1, 2, 999_999, 1e3])('accepts %d pieces', (value) =>
    expect(brokenRules(Quantity, value)).toEqual([]),
  );
  it.each([0, -0, -1, 1.5, 0.999, 1_000_000, Number.MAX_SAFE_INTEGER])('refuses %d pieces', (value) =>
    expect(brokenRules(Quantity, value)).toEqual(['integer']),
  );
  it.each(['2', null, Number.NaN, Infinity])('refuses %o, which is not a number', (value) =>
    expect(brokenRules(Quantity, value)).toEqual(['type']),
  );
});

describe('text (E11, I2)', () => {
  it.each([
    ['a C0 control character', 'a\u0000b'],
    ['a line break', '第一行\n第二行'],
    ['a tab at the end, where white space is trimmed', '第一行\t'],
    ['DEL', 'a\u007Fb'],
    ['a C1 control character', 'a\u0085b'],
    ['a direction override', 'ab\u202Ecd'],
    ['a direction embedding', 'ab\u202Acd'],
    ['a direction isolate', 'ab\u2066cd'],
    ['the end of an isolate', 'ab\u2069cd'],
    ['a lone high surrogate', 'ab\uD83D'],
    ['a lone low surrogate', '\uDE00ab'],
    ['surrogates in the wrong order', 'a\uDE00\uD83Db'],
  ])('refuses %s and reports no problem with its length', (_, value) => {
    expect(brokenRules(Title, value)).toEqual(['text']);
    expect(brokenRules(RecipientName, value)).toEqual(['text']);
  });

  it.each([
    ['an emoji of two UTF-16 units', '礼物 🎁'],
    ['an emoji joined of several', '👨‍👩‍👧‍👦 套装'],
    ['right-to-left letters', 'שלום'],
    ['a combining mark', 'e\u0301clair'],
    ['a non-breaking space inside', 'a\u00A0b'],
  ])('accepts %s as it is', (_, value) => expect(Title.parse(value)).toBe(value));

  it('trims white space at both ends, ideographic and non-breaking too, before it counts', () => {
    expect(Title.parse('  鼠标  ')).toBe('鼠标');
    expect(Title.parse('\u3000\u00A0鼠标\u3000\uFEFF')).toBe('鼠标');
    expect(Title.parse(` ${'x'.repeat(200)} `)).toHaveLength(200);
    expect(brokenRules(Title, '   ')).toEqual(['length']);
    expect(brokenRules(RecipientName, ' 张 ')).toEqual(['length']);
  });

  it.each([
    ['userId', UserId, 1, 64],
    ['title', Title, 1, 200],
    ['recipientName', RecipientName, 2, 50],
    ['address', Address, 5, 200],
    ['remarks', Remarks, 0, 500],
  ] as const)('counts the length of %s in code points', (_, schema, min, max) => {
    for (const unit of ['x', '鼠', '🎁']) {
      expect(brokenRules(schema, unit.repeat(min))).toEqual([]);
      expect(brokenRules(schema, unit.repeat(max))).toEqual([]);
      expect(brokenRules(schema, unit.repeat(max + 1))).toEqual(['length']);
      expect(brokenRules(schema, unit.repeat(Math.max(min - 1, 0)))).toEqual(min > 0 ? ['length'] : []);
    }
  });

  it('distinguishes a missing value, a wrong type and a repeated parameter', () => {
    expect(brokenRules(Title, undefined)).toEqual(['required']);
    expect(brokenRules(Title, 7)).toEqual(['type']);
    expect(brokenRules(Title, null)).toEqual(['type']);
    expect(brokenRules(Title, ['a', 'b'])).toEqual(['type']);
    expect(brokenRules(Title, parseQuery('title=a&title=b')['title'])).toEqual(['repeated']);
  });
});

describe('Phone', () => {
  it.each(['13800138000', '10000000000', '19999999999'])('accepts %s', (value) =>
    expect(brokenRules(Phone, value)).toEqual([]),
  );
  it.each([
    '1380013800',
    '138001380000',
    '23800138000',
    '+8613800138000',
    '138-0013-8000',
    ' 13800138000',
    '13800138000\n',
    '1３800138000',
    '١٣٨٠٠١٣٨٠٠٠',
    '1380013800a',
    '',
  ])('refuses %o', (value) => expect(brokenRules(Phone, value)).toEqual(['phone']));
  it('refuses a number instead of text', () => expect(brokenRules(Phone, 13800138000)).toEqual(['type']));
});

describe('ProductUrl', () => {
  it('accepts an absolute address of up to the limit', () => {
    const base = 'https://item.shop-a.example/';
    expect(brokenRules(ProductUrl, base + 'x'.repeat(LIMITS.productUrlChars - base.length))).toEqual([]);
    expect(brokenRules(ProductUrl, base + 'x'.repeat(LIMITS.productUrlChars - base.length + 1))).toEqual([
      'length',
    ]);
  });
  it.each(['', 'item.shop-a.example/1', '/1', 'https://', 'https://[::1'])('refuses %o', (value) =>
    expect(brokenRules(ProductUrl, value)).toEqual(['url']),
  );

  const letters = (count: number) =>
    String.fromCodePoint(...Array.from({ length: count }, (_, index) => 0x4e00 + index));
  it.each([
    ['a host', `https://${letters(254)}/`, 'url'],
    ['a host without slashes', `https:${letters(254)}`, 'url'],
    ['a host behind other slashes', `https:\\\\${letters(254)}`, 'url'],
    ['a host behind a tab', `https:/\t/${letters(254)}`, 'url'],
    ['a host behind a name', `https://a@${letters(254)}/`, 'url'],
    ['an address', `https://${letters(LIMITS.productUrlChars)}`, 'length'],
  ])('refuses %s of too many letters without parsing it', (_, value, rule) => {
    const parse = vi.spyOn(URL, 'canParse');
    expect(brokenRules(ProductUrl, value)).toEqual([rule]);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});

describe('Platform', () => {
  it.each(['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'])('accepts %s', (value) =>
    expect(brokenRules(Platform, value)).toEqual([]),
  );
  it.each(['PLATFORM_D', 'platform_a', '', 'toString'])('refuses %o and names the choices', (value) => {
    const issue = decodeFieldIssue(Platform.safeParse(value).error?.issues[0]?.message ?? '');
    expect(issue).toEqual({ rule: 'oneOf', values: ['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'] });
  });
});

describe('IntentId', () => {
  it('has an example that matches its pattern', () => {
    expect(String(IntentId.meta()?.['example'])).toMatch(INTENT_ID_PATTERN);
    expect(IntentId.meta()?.['pattern']).toBe(INTENT_ID_PATTERN.source);
  });
  it.each([
    'int_019AA4C1B7E27C3D9F00A1B2C3D4E5F6',
    'int_019aa4c1',
    '019aa4c1b7e27c3d9f00a1b2c3d4e5f6',
    'int_019aa4c1b7e27c3d9f00a1b2c3d4e5f6\n',
    'int_019aa4c1b7e27c3d9f00a1b2c3d4e5f60',
  ])('does not match %o', (value) => expect(value).not.toMatch(INTENT_ID_PATTERN));
});
