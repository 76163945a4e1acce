import { describe, expect, it } from 'vitest';
import { type BodyHeaders, parseJsonBody, requireNoBody } from './parse-json-body.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const JSON_HEADERS = { contentType: 'application/json', contentEncoding: null };

function parse(body: string | Buffer, changes: Partial<BodyHeaders> = {}): unknown {
  const headers = { ...JSON_HEADERS, ...changes };
  return parseJsonBody(Buffer.from(body), headers, (bytes) => utf8.decode(bytes));
}

/** The name of the error that `work` throws. */
function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { errorName: string }).errorName;
  }
}

describe('a body that the operation takes', () => {
  it.each<[string, unknown]>([
    ['{}', {}],
    ['{"title":"鼠标"}', { title: '鼠标' }],
    ['{"a":[1,{"b":null}]} \n', { a: [1, { b: null }] }],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each<[string, string]>([
    ['half a megabyte of nested lists', `{"a":${'['.repeat(250_000)}${']'.repeat(250_000)}}`],
    ['4,001 fields', `{${Array.from({ length: 4001 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['4,001 fields after a text that ends in a backslash', `{"a":"\\\\",${'"b":1,'.repeat(4000)}"c":1}`],
  ])('refuses %s', (_what, body) => {
    expect(() => parse(body)).toThrow(
      expect.objectContaining({ problems: [{ field: 'body', issue: { rule: 'tooManyValues', max: 4000 } }] }),
    );
  });

  it.each(['{', '[', ',', '\\"{', '\\\\[,'])('ignores %s inside a text', (part) => {
    const text = `{"a":"${part.repeat(5000)}","b":1}`;
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['an array', '[]'],
    ['a text', '"{}"'],
    ['null', 'null'],
    ['a blank before the brace', ' {}'],
    ['a byte order mark before the brace', '\uFEFF{}'],
    ['an incomplete object', '{"a":1'],
    ['a second value', '{}{}'],
    ['a comment', '{/**/}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('refuses %s', (_what, body) => {
    expect(refusalOf(() => parse(body))).toBe('BODY_MALFORMED');
  });

  it('treats a key __proto__ as data', () => {
    const value = parse('{"__proto__":{"isAdmin":true}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('accepts the media type %s', (type) => {
    expect(parse('{}', { contentType: type })).toEqual({});
  });

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=gbk',
    'application/json; charset="utf-8',
    'application/merge-patch+json',
  ])('refuses the media type "%s" before it parses the bytes', (type) => {
    expect(refusalOf(() => parse('[', { contentType: type }))).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it.each(['gzip', 'br', 'identity, gzip'])('refuses the content encoding %s', (encoding) => {
    expect(refusalOf(() => parse('{}', { contentEncoding: encoding }))).toBe('MEDIA_TYPE_UNSUPPORTED');
  });
});

describe('a body that the operation does not take', () => {
  it('may be empty', () => {
    expect(requireNoBody(Buffer.alloc(0))).toBeUndefined();
  });

  it.each(['{}', ' ', '0'])(
    'is refused when it is "%s", which could be bytes taken from the signed path',
    (body) => {
      expect(refusalOf(() => requireNoBody(Buffer.from(body)))).toBe('BODY_MALFORMED');
    },
  );
});
