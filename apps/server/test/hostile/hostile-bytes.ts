import { LIMITS, ROUTES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { requestBytes } from '../support/raw-request.ts';

const LIST = ROUTES.listIntents.path;
const line = (text: string): string => `${text} HTTP/1.1`;
const plain = (head: string): Buffer => Buffer.from(head, 'latin1');
const post = (headers: readonly string[], body = ''): Buffer =>
  requestBytes(line(`POST ${LIST}`), headers, body);

/** Bytes made by hand, none of which may do anything. `signed` is a whole create that would be accepted. */
export function handMadeBytes(signed: Buffer): Buffer[] {
  const head = signed.subarray(0, signed.indexOf('\r\n\r\n') + 4);
  const body = signed.subarray(head.length);
  const swap = (from: string | RegExp, to: string): Buffer =>
    Buffer.concat([plain(head.toString('latin1').replace(from, to)), body]);
  const length = /Content-Length: \d+/;
  return [
    ...[
      '',
      '\r\n',
      '\r\n\r\n',
      '\n',
      ' ',
      '\0',
      '\0'.repeat(1000),
      'G',
      'GET',
      'GET ',
      'GET /',
      'GET / HTTP/1.1',
    ].map(plain),
    ...[
      'GET / HTTP/9.9',
      'GET / HTTP/0.9',
      'GET / HTTP/2',
      'GET / http/1.1',
      'get / HTTP/1.1',
      'GET  / HTTP/1.1',
    ].map((text) => plain(`${text}\r\n\r\n`)),
    ...['GET /\t HTTP/1.1', 'GET HTTP/1.1', '/ GET HTTP/1.1', 'GET / HTTP/1.1 x', 'GET\0/ HTTP/1.1'].map(
      (text) => plain(`${text}\r\nHost: a\r\n\r\n`),
    ),
    ...[
      '*',
      '/%',
      '/\u00ff',
      '/api\r/v1',
      'a',
      '?',
      '//',
      '/..;/',
      'http://',
      'http://[',
      'http://a[b]/x',
      'http:///api',
      '[::1]',
      '\\api',
    ].map((target) => requestBytes(line(`GET ${target}`))),
    ...[
      'A:',
      ':a',
      'A',
      ' A: b',
      'A\t: b',
      'A: b\0',
      'A\u00ff: b',
      '(): b',
      `${'A'.repeat(70_000)}: b`,
      'Host: a\r\nHost: b',
    ].map((one) => requestBytes(line(`GET ${LIST}`), [one])),
    requestBytes(
      line(`GET ${LIST}`),
      Array.from({ length: 3000 }, (_, index) => `X-${index}: 1`),
    ),
    requestBytes(line(`GET /${'x'.repeat(LIMITS.urlChars)}`)),
    ...['-1', '1e3', '0x10', ' ', 'NaN', '99999999999999999999', '1,2', '1 2'].map((value) =>
      post([`Content-Length: ${value}`], '{}'),
    ),
    ...[
      'chunked, identity',
      'identity',
      'gzip, chunked',
      'chunked\r\nTransfer-Encoding: chunked',
      '\x0bchunked',
      'CHUNKED',
    ].map((value) => post([`Transfer-Encoding: ${value}`], '0\r\n\r\n')),
    ...[
      'zz\r\n',
      '-1\r\n',
      '2\r\n{}',
      '2\r\n{}\r\n',
      '2;a=b\r\n{}\r\n0\r\n',
      'ffffffffffffffffff\r\n',
      `${'0'.repeat(5000)}2\r\n{}\r\n0\r\n\r\n`,
      '2\n{}\n0\n\n',
    ].map((chunks) => post(['Transfer-Encoding: chunked'], chunks)),
    post(['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\nX-App-Id: a\r\nContent-Length: 5\r\n\r\n'),
    // A second request hidden behind the first, in each way in which two servers could count differently.
    ...['Content-Length: 0', 'Content-Length: 4', 'Content-Length: 00000', 'Transfer-Encoding: chunked'].map(
      (framing) =>
        Buffer.concat([post([framing]), plain(`0\r\n\r\nDELETE ${LIST}/x HTTP/1.1\r\nHost: a\r\n\r\n`)]),
    ),
    swap(length, 'Content-Length: 1'),
    swap(length, 'Content-Length: 999'),
    swap(length, 'Transfer-Encoding: chunked'),
    swap('POST', 'PUT'),
    swap('HTTP/1.1', 'HTTP/1.0\r\nConnection: keep-alive'),
    swap(LIST, `${LIST}?`),
    swap(LIST, `http://elsewhere.test${LIST}`),
    swap(/X-Timestamp: /, 'X-Timestamp: 0'),
    swap(/X-Timestamp: \d/, 'X-Timestamp: '),
    swap(/X-Signature: ../, 'X-Signature: zz'),
    swap(/X-Signature: /, 'X-Signature: 00'),
    swap(/X-App-Id: /, 'X-App-Id: \r\nX-App-Id: '),
    swap(/X-Signature: /, 'X_Signature: '),
    Buffer.concat([head, Buffer.from([0xef, 0xbb, 0xbf]), body]),
    Buffer.from('16030100a5010000a1030300', 'hex'),
    Buffer.from('050100', 'hex'),
    plain('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    plain('HELO a\r\nMAIL FROM:<a>\r\n'),
    plain('*1\r\n$4\r\nPING\r\n'),
    plain('<?xml version="1.0"?><a/>'),
  ];
}

/** Bytes of a good request after an accident: some changed, lost, doubled or added, or the end missing. */
export function damagedBytes(good: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const accident = fc.record({
    at: fc.nat(1200),
    span: fc.nat(40),
    kind: fc.constantFrom('cut', 'change', 'lose', 'double', 'add'),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((added) => Buffer.from(added)),
      fc
        .constantFrom(
          '\r\n',
          '\r\n\r\n',
          '\n',
          ':',
          ' ',
          '\0',
          '{',
          'HTTP/1.1',
          'Content-Length: 5\r\n',
          '%00',
          '\u00e9',
        )
        .map((one) => Buffer.from(one)),
    ),
  });
  return fc
    .tuple(fc.constantFrom(...good), fc.array(accident, { minLength: 1, maxLength: 3 }))
    .map(([bytes, accidents]) => accidents.reduce((damaged, one) => damage(damaged, one), bytes));
}

interface Accident {
  at: number;
  span: number;
  kind: string;
  bytes: Buffer;
}

function damage(good: Buffer, { at, span, kind, bytes }: Accident): Buffer {
  const place = at % (good.length + 1);
  const before = good.subarray(0, place);
  const hit = good.subarray(place, place + span);
  const after = good.subarray(place + span);
  switch (kind) {
    case 'cut':
      return before;
    case 'lose':
      return Buffer.concat([before, after]);
    case 'double':
      return Buffer.concat([before, hit, hit, after]);
    case 'change':
      return Buffer.concat([before, bytes, good.subarray(place + bytes.length)]);
    default:
      return Buffer.concat([before, bytes, hit, after]);
  }
}
