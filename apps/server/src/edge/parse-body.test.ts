import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { parseBody } from './parse-body.ts';

const withHeaders = (headers: Record<string, string>) =>
  ({ get: (name: string) => headers[name.toLowerCase()] }) as Request;
const JSON_HEADERS = { 'content-type': 'application/json' };

function parse(body: string | Buffer, headers: Record<string, string> = JSON_HEADERS): unknown {
  return parseBody(withHeaders(headers), Buffer.from(body), 'json');
}

/** The name of the error that `work` throws. */
function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { errorName: string }).errorName;
  }
}

describe('where a body belongs', () => {
  it.each<[string, unknown]>([
    ['{}', {}],
    ['{"title":"鼠标"}', { title: '鼠标' }],
    ['{"a":[1,{"b":null}]} \n', { a: [1, { b: null }] }],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['an array', '[]'],
    ['a text', '"{}"'],
    ['null', 'null'],
    ['a blank before the brace', ' {}'],
    ['a byte order mark before the brace', '\uFEFF{}'],
    ['an end too soon', '{"a":1'],
    ['a second value', '{}{}'],
    ['a comment', '{/**/}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('refuses %s', (_what, body) => {
    expect(refusalOf(() => parse(body))).toBe('BODY_MALFORMED');
  });

  it('keeps a key __proto__ as data', () => {
    const value = parse('{"__proto__":{"isAdmin":true}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('takes the media type %s', (type) => {
    expect(parse('{}', { 'content-type': type })).toEqual({});
  });

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=gbk',
    'application/json; charset="utf-8',
    'application/merge-patch+json',
  ])('refuses the media type "%s" before it looks at the bytes', (type) => {
    expect(refusalOf(() => parse('[', { 'content-type': type }))).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it.each(['gzip', 'br', 'identity, gzip'])('refuses the content encoding %s', (encoding) => {
    const headers = { ...JSON_HEADERS, 'content-encoding': encoding };
    expect(refusalOf(() => parse('{}', headers))).toBe('MEDIA_TYPE_UNSUPPORTED');
  });
});

describe('where none belongs', () => {
  it('is content with nothing, whatever the media type says', () => {
    expect(parseBody(withHeaders(JSON_HEADERS), Buffer.alloc(0), 'none')).toBeUndefined();
  });

  it.each(['{}', ' ', '0'])('refuses "%s", which could be bytes taken from the signed path', (body) => {
    expect(refusalOf(() => parseBody(withHeaders({}), Buffer.from(body), 'none'))).toBe('BODY_MALFORMED');
  });
});
