import {
  contract,
  CreateIntentBody,
  LIMITS,
  ListIntentsQuery,
  type OperationId,
  ROUTES,
  SIGNING_HEADERS,
  UpdateIntentBody,
} from '@procurement-intents/contract';
import fc from 'fast-check';
import { words } from './words.ts';

/** How a request is signed; only `good` gets past the door. */
export type Signing = 'good' | 'none' | 'wrong' | 'stale' | 'unknown' | 'other-path' | 'twice';

/** A request to send as it stands: nothing of it is encoded or completed. */
export interface HostileRequest {
  method: string;
  target: string;
  headers: readonly string[];
  body: Buffer;
  signing: Signing;
}

/** What the generated requests may aim at. */
export interface Targets {
  /** Intents of the caller and of others. */
  ids: readonly string[];
  /** A create body that would be accepted. */
  body: Record<string, unknown>;
}

// Fragments of JSON, some of them broken: what a number, text or name turns into on its way is the reader's affair.
const NASTY_JSON = [
  ...words('null true false [] {} "" 0 -0 -1 1.5 1e999 -1e999 1e-400'),
  '" "',
  ...words('0.001 0.1e1 19.999 99999999.995 9007199254740993 1e21 01 +1 .5 NaN Infinity'),
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"a\u202eb"`,
  String.raw`"\x"`,
  ...words('"𝟙𝟛" "１３８００１３８０００"'),
  '"\u0001"',
  '"\u200b"',
  '"\ufeff"',
  '"13800138000\\n"',
  '"\'; DROP TABLE intents;--"',
  ...words('{"$ne":null} {"not":""} {"__proto__":{"a":1}} {"toString":1} [[[[[[[[]]]]]]]] "%00"'),
  ...words('"../.."'),
  ...words('{"a":1,"a":2} undefined'),
  `"${'x'.repeat(3000)}"`,
  `"${'𝟘'.repeat(201)}"`,
  `[${'1,'.repeat(2000)}1]`,
  "'x'",
  '',
];
const text = fc.string({ unit: 'binary', maxLength: 300 });
const jsonValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_JSON) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: text.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.double().map(String) },
);
const CREATE_FIELDS = Object.keys(CreateIntentBody.shape);
const fieldName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...CREATE_FIELDS, ...Object.keys(UpdateIntentBody.shape)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('id', 'status', 'appId', 'version', '__proto__', 'constructor', '', 'price '),
  },
  { weight: 1, arbitrary: text },
);

/** A good body with some fields replaced, added or gone, as text. */
function brokenObject(body: Record<string, unknown>): fc.Arbitrary<string> {
  const changes = fc.array(fc.tuple(fieldName, jsonValue), { maxLength: 4 });
  const kept = fc.oneof(fc.constant(CREATE_FIELDS), fc.subarray(CREATE_FIELDS));
  return fc.tuple(kept, changes).map(([names, replaced]) => {
    const fields = names
      .filter((name) => body[name] !== undefined)
      .map((name) => [name, JSON.stringify(body[name])]);
    const all = fields.filter(([name]) => !replaced.some(([other]) => other === name)).concat(replaced);
    return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
  });
}

function brokenBody(body: Record<string, unknown>): fc.Arbitrary<Buffer> {
  const whole = brokenObject(body).map((value) => Buffer.from(value));
  const at = fc.nat(400);
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, at).map(([bytes, end]) => bytes.subarray(0, end)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(whole, at, fc.uint8Array({ minLength: 1, maxLength: 4 }))
        .map(([bytes, place, added]) => {
          return Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place)]);
        }),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: jsonValue.map((value) => Buffer.from(value)) },
  );
}

const PARAMETERS = [
  ...Object.keys(ListIntentsQuery.shape),
  ...words('label[a] label[a][in] label[constructor] label[A] label[] label[a][in][b] label'),
];
const NASTY_TEXT = [
  ...words('0 -1 1.5 1e3 ٣ ９ 9007199254740993 99999999999999999999 null undefined NaN'),
  '',
  ...words('2026-13-01 2026-02-30 275761-01-01 0000-00-00 2026-11-21T25:00Z price;drop ASC %'),
  "1'--",
  ...words('%00 %ff %ED%A0%80 %C3%28 %25 + [] a,b,,c , *'),
  `${'1,'.repeat(101)}1`,
  '\\',
  ...words('W10 WyJ4Il0 SUBMITTED, submitted _%25_ %E2%80%AE %0d%0aX-A:1'),
  '%F0%9D%9F%98'.repeat(300),
];
// Only what a request line can carry: the rest is the business of the hand-made bytes.
const wireText = (value: string): string =>
  value.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter.toWellFormed()));
const queryPart = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PARAMETERS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'filter[price][$gt]',
      'filter',
      'filter[]',
      'filter[appId]',
      'appId',
      '__proto__',
    ),
  },
  { weight: 1, arbitrary: text.map(wireText) },
);
const queryValue = fc.oneof(fc.constantFrom(...NASTY_TEXT), text.map(wireText), fc.integer().map(String));
const query = fc
  .array(fc.tuple(queryPart, queryValue), { maxLength: 4 })
  .map((parts) =>
    parts.length === 0 ? '' : `?${parts.map(([name, value]) => `${name}=${value}`).join('&')}`,
  );

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'MERGE',
  'QUERY',
];

function hostileId(ids: readonly string[]): fc.Arbitrary<string> {
  const hex = fc.string({
    unit: fc.constantFrom(...words('0 1 2 3 4 5 6 7 8 9 a b c d e f')),
    minLength: 32,
    maxLength: 32,
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hex.map((value) => `int_${value}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'undefined',
        '%00',
        'int_',
        '..',
        '%2e%2e',
        '%',
        '%FF',
        '-1',
        "int_'or'1",
        'x'.repeat(3000),
      ),
    },
    { weight: 1, arbitrary: text.map((value) => wireText(value).replaceAll(/[/?#]/g, '_') || '-') },
  );
}

const OPERATIONS = Object.keys(contract) as OperationId[];

function place(ids: readonly string[]): fc.Arbitrary<{ method: string; target: string }> {
  const known = fc
    .tuple(fc.constantFrom(...OPERATIONS), hostileId(ids), query, fc.nat(4))
    .map(([name, id, asked, other]) => {
      const { method, path } = ROUTES[name];
      const withQuery = name === 'listIntents' || other === 0 ? asked : '';
      return { method, target: path.replaceAll(/:\w+/g, () => id) + withQuery };
    });
  const anyPath = fc.oneof(
    text.map((value) => `/${wireText(value)}`),
    fc.constantFrom(
      '/',
      '//',
      '/api',
      '/api/v1',
      '/api/v2/intents',
      '/api/v1/intents/',
      '/api/v1/intents/x/y/z',
      '/.git/config',
      '*',
    ),
    fc
      .array(fc.constantFrom('api', 'v1', 'intents', '..', '.', '%2e', '', 'cancel', ';', '~'), {
        maxLength: 7,
      })
      .map((parts) => `/${parts.join('/')}`),
  );
  const unknown = fc.tuple(fc.constantFrom(...METHODS), anyPath, query).map(([method, path, asked]) => {
    return { method, target: path + asked };
  });
  const otherMethod = fc
    .tuple(known, fc.constantFrom(...METHODS))
    .map(([one, method]) => ({ ...one, method }));
  return fc.oneof(
    { weight: 7, arbitrary: known },
    { weight: 1, arbitrary: otherMethod },
    { weight: 2, arbitrary: unknown },
  );
}

const HEADER_NAMES = [
  ...words('Accept Accept-Language Accept-Encoding Authorization Cookie Origin Referer Range'),
  ...words('Expect'),
  ...words('Content-Type Content-Encoding If-Match If-None-Match Idempotency-Key X-Request-Id'),
  ...words('X-Forwarded-For'),
  ...words('X-Forwarded-Proto X-HTTP-Method-Override X-Original-URL Forwarded traceparent baggage'),
  ...words('Upgrade TE'),
  ...Object.values(SIGNING_HEADERS),
];
const NASTY_HEADERS = [
  ...words('* "1" "0" W/"1" "99999999999" 1 "" application/json'),
  '',
  'x'.repeat(256),
  'x'.repeat(5000),
  ...words('text/plain gzip identity en zh;q=0,en ;q=9 en;q= ,,, %0d%0a'),
  'application/json; charset=utf-16',
  ...words('100-continue bytes=0-1 undefined unknown 00-0-0-0'),
  '127.0.0.1, ::1',
  'a=b; c',
  '\u00ff\u00fe',
  '\t',
];
const headerValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_HEADERS) },
  { weight: 1, arbitrary: text.map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')) },
);
const headerLines = fc
  .array(fc.tuple(fc.constantFrom(...HEADER_NAMES), headerValue), { maxLength: 3 })
  .map((pairs) => pairs.map(([name, value]) => `${name}: ${value}`));

const SIGNINGS = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Signing>('good') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Signing>('none', 'wrong', 'stale', 'unknown', 'other-path', 'twice'),
  },
);

/** Requests that are wrong somewhere, made from what the contract says is right. */
export function hostileRequests({ ids, body }: Targets): fc.Arbitrary<HostileRequest> {
  const type = fc.constantFrom([], ['Content-Type: application/json'], ['Content-Type: application/json']);
  return fc
    .tuple(place(ids), headerLines, type, brokenBody(body), SIGNINGS, fc.nat(9))
    .map(([{ method, target }, lines, contentType, bytes, signing, chance]) => {
      const takesBody = ['POST', 'PUT', 'PATCH'].includes(method) && !/\/(cancel|submit)(\?|$)/.test(target);
      return {
        method,
        target: target.slice(0, LIMITS.urlChars + 50),
        headers: [...contentType, ...lines],
        body: takesBody === chance > 0 ? bytes : Buffer.alloc(0),
        signing,
      };
    });
}
