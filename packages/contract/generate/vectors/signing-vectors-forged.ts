import type { ErrorName } from '../../src/errors.ts';
import {
  DEFAULTS,
  INTENT,
  INTENTS,
  NOW,
  OBJECT,
  shifted,
  type SignedParts,
  type VectorCase,
} from './signing-vectors-parts.ts';

/** The query that is sent, and the one that was signed. */
const QUERIES: readonly [name: string, sent: string, signed: string][] = [
  ['%20 for a plus sign', '?userId=a%20b', '?userId=a+b'],
  ['a plus sign for %20', '?userId=a+b', '?userId=a%20b'],
  ['%2f for %2F', '?userId=a%2fb', '?userId=a%2Fb'],
  ['a slash for %2F', '?userId=a/b', '?userId=a%2Fb'],
  ['a letter for its escape', '?userId=a', '?userId=%61'],
  ['%7E for a tilde', '?userId=%7E', '?userId=~'],
  ['one escape for two', '?userId=a%20b', '?userId=a%2520b'],
  ['escapes for Chinese', '?userId=%E5%BC%A0', '?userId=张'],
  ['encoded brackets for brackets', '?filter%5BuserId%5D=a', '?filter[userId]=a'],
  ['brackets for encoded brackets', '?filter[userId]=a', '?filter%5BuserId%5D=a'],
  ['another order', '?page=1&pageSize=5', '?pageSize=5&page=1'],
  ['another order of a repeated key', '?page=1&page=2', '?page=2&page=1'],
  ['a question mark added', '?', ''],
  ['a question mark taken away', '', '?'],
  ['an ampersand added', '?page=1&', '?page=1'],
  ['one ampersand for two', '?page=1&pageSize=5', '?page=1&&pageSize=5'],
  ['an empty value for none', '?userId=', '?userId'],
  ['the query left out of the signature', '?page=1', ''],
  ['a fragment in the signature', '?page=1', '?page=1#top'],
  ['a parameter added', '?page=1&pageSize=100', '?page=1'],
];

/** The body that is sent, and the one that was signed. */
const BODIES: readonly [name: string, sent: string, signed: string][] = [
  ['spaces added', '{"price": 1}', '{"price":1}'],
  ['spaces taken away', '{"price":1}', '{"price": 1}'],
  ['another order of keys', '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['1.0 for 1', '{"price":1.0}', '{"price":1}'],
  ['1 for 1.0', '{"price":1}', '{"price":1.0}'],
  ['another number', '{"price":100}', '{"price":1}'],
  ['text for its escapes', OBJECT, String.raw`{"remarks":"\u8bf7\u653e\u524d\u53f0"}`],
  ['escapes for text', String.raw`{"remarks":"\u8bf7\u653e\u524d\u53f0"}`, OBJECT],
  ['an escaped slash for a slash', String.raw`{"remarks":"\/"}`, '{"remarks":"/"}'],
  ['decomposed for composed', '{"remarks":"cafe\u0301"}', '{"remarks":"caf\u00e9"}'],
  ['composed for decomposed', '{"remarks":"caf\u00e9"}', '{"remarks":"cafe\u0301"}'],
  ['a newline in the signature alone', OBJECT, `${OBJECT}\n`],
  ['a newline in the body alone', `${OBJECT}\n`, OBJECT],
  ['CRLF for LF', '{\r\n}', '{\n}'],
  ['LF for CRLF', '{\n}', '{\r\n}'],
  ['a byte order mark in the signature alone', OBJECT, `\ufeff${OBJECT}`],
  ['nothing signed', OBJECT, ''],
  ['the body signed twice', OBJECT, OBJECT + OBJECT],
  ['text read as Latin-1', '{"remarks":"\u00e9"}', '{"remarks":"\u00c3\u00a9"}'],
];

/** Other differences between what was signed and what is sent. The request is a list unless the case names another. */
const TEXTS: readonly [name: string, signedAs: Partial<SignedParts>, sent?: Partial<SignedParts>][] = [
  ['under another secret', { appSecret: 'another-secret' }],
  ['under the secret with a newline', { appSecret: `${DEFAULTS.appSecret}\n` }],
  ['under the secret in capitals', { appSecret: DEFAULTS.appSecret.toUpperCase() }],
  ['under the decoded secret', { appSecret: 'secret-secret' }, { appSecret: 'c2VjcmV0LXNlY3JldA==' }],
  ['with GET, sent as DELETE', { method: 'GET' }, { method: 'DELETE', path: INTENT }],
  ['with GET, sent as HEAD', { method: 'GET' }, { method: 'HEAD' }],
  ['with the method in small letters', { method: 'get' }],
  ['with scheme and host', { path: `http://service.test${INTENTS}` }],
  ['with a prefix', { path: `/procurement${INTENTS}` }],
  ['with the path in capitals', { path: INTENTS.toUpperCase() }],
  ['with a slash at the end', { path: `${INTENTS}/` }],
  ['for another intent', { path: INTENT.replace('int_01', 'int_02') }, { path: INTENT }],
  [
    'for a submit, sent as cancel',
    { path: `${INTENT}/submit` },
    { method: 'POST', path: `${INTENT}/cancel` },
  ],
  ['a millisecond earlier', { timestamp: shifted(-1) }],
  ['in seconds', { timestamp: NOW.slice(0, 10) }],
  ['with a space before the timestamp', { timestamp: ` ${NOW}` }],
  ['without timestamp', { timestamp: '' }],
  ['with line breaks between the parts', { method: 'GET\n', path: `${INTENTS}\n`, timestamp: `${NOW}\n` }],
  ['with a newline at the end', { body: '\n' }],
  ['with {} for no body', { body: '{}' }],
  ['with null for no body', { body: 'null' }, { method: 'POST', path: `${INTENT}/cancel` }],
];

/** Both requests join to the same text, and so have the same signature. */
const BOUNDARIES: readonly [
  name: string,
  expect: ErrorName,
  signed: Partial<SignedParts>,
  sent: Partial<SignedParts>,
][] = [
  [
    'a digit from path to timestamp',
    'TIMESTAMP_INVALID',
    { path: `${INTENTS}?page=1` },
    { path: `${INTENTS}?page=`, timestamp: `1${NOW}` },
  ],
  [
    'a zero from path to timestamp, the same number',
    'TIMESTAMP_INVALID',
    { path: `${INTENTS}?page=10` },
    { path: `${INTENTS}?page=1`, timestamp: `0${NOW}` },
  ],
  [
    'a fraction from body to timestamp',
    'TIMESTAMP_INVALID',
    { method: 'POST', body: `.0${OBJECT}` },
    { method: 'POST', timestamp: `${NOW}.0`, body: OBJECT },
  ],
  [
    'a digit from timestamp to path',
    'TIMESTAMP_INVALID',
    { path: `${INTENTS}?page=1` },
    { path: `${INTENTS}?page=1${NOW[0]}`, timestamp: NOW.slice(1) },
  ],
  [
    'all of the timestamp to the path',
    'TIMESTAMP_INVALID',
    { path: `${INTENTS}?page=1` },
    { path: `${INTENTS}?page=1${NOW}`, timestamp: '' },
  ],
  [
    'a digit from timestamp to body',
    'TIMESTAMP_INVALID',
    { method: 'POST', body: OBJECT },
    { method: 'POST', timestamp: NOW.slice(0, 12), body: `0${OBJECT}` },
  ],
  [
    'a digit from body to timestamp',
    'TIMESTAMP_INVALID',
    { method: 'POST', body: `1${OBJECT}` },
    { method: 'POST', timestamp: `${NOW}1`, body: OBJECT },
  ],
  [
    'the timestamp one digit back, still 13',
    'TIMESTAMP_INVALID',
    { path: `${INTENTS}?page=1` },
    { path: `${INTENTS}?page=`, timestamp: `1${NOW.slice(0, 12)}`, body: '0' },
  ],
  [
    'the timestamp one digit on, still 13',
    'TIMESTAMP_INVALID',
    { method: 'POST', path: `${INTENTS}?a=`, body: `1${OBJECT}` },
    { method: 'POST', path: `${INTENTS}?a=${NOW[0]}`, timestamp: `${NOW.slice(1)}1`, body: OBJECT },
  ],
  [
    'the last digit of an id to the timestamp',
    'TIMESTAMP_INVALID',
    { method: 'DELETE', path: `${INTENTS}/int_1` },
    { method: 'DELETE', path: `${INTENTS}/int_`, timestamp: `1${NOW}` },
  ],
  [
    'a second timestamp from path to body of a list',
    'BODY_MALFORMED',
    { path: `${INTENTS}?page=${NOW}` },
    { path: `${INTENTS}?page=`, body: NOW },
  ],
  [
    'a second timestamp from path to body of a create',
    'BODY_MALFORMED',
    { method: 'POST', path: `${INTENTS}?a=${NOW}` },
    { method: 'POST', path: `${INTENTS}?a=`, body: NOW },
  ],
  [
    'a second timestamp from path to body of a cancel',
    'BODY_MALFORMED',
    { method: 'POST', path: `${INTENT}/cancel?a=${NOW}` },
    { method: 'POST', path: `${INTENT}/cancel?a=`, body: NOW },
  ],
  [
    'a second timestamp from path to body of a delete',
    'BODY_MALFORMED',
    { method: 'DELETE', path: `${INTENT}?a=${NOW}` },
    { method: 'DELETE', path: `${INTENT}?a=`, body: NOW },
  ],
  [
    'an object from path to body, its own timestamp behind it',
    'BODY_MALFORMED',
    { method: 'POST', path: `${INTENTS}?a=${NOW}{"price":1}` },
    { method: 'POST', path: `${INTENTS}?a=`, body: `{"price":1}${NOW}` },
  ],
  [
    'an object from body to path',
    'SIGNATURE_INVALID',
    { method: 'POST', path: `${INTENTS}?a=`, body: `{"price":1}${NOW}` },
    { method: 'POST', path: `${INTENTS}?a=${NOW}{"price":1}` },
  ],
  [
    'the letter of a method to the path',
    'REQUEST_MALFORMED',
    { path: INTENTS },
    { method: 'GE', path: `T${INTENTS}` },
  ],
  [
    'all of the method to the path',
    'REQUEST_MALFORMED',
    { method: 'DELETE', path: INTENT },
    { method: '', path: `DELETE${INTENT}` },
  ],
  [
    'the slash of the path to the method',
    'REQUEST_MALFORMED',
    { path: INTENTS },
    { method: 'GET/', path: INTENTS.slice(1) },
  ],
  [
    'a longer method with the letters of a shorter one',
    'REQUEST_MALFORMED',
    { method: 'PUT', path: `ER${INTENT}`, body: OBJECT },
    { method: 'PUTER', path: INTENT, body: OBJECT },
  ],
];

/** Requests that carry the signature of another request. */
export const FORGED: readonly VectorCase[] = [
  ...QUERIES.map(([name, sent, signed]) => ({
    name: `query changed: ${name}`,
    path: INTENTS + sent,
    signedAs: { path: INTENTS + signed },
    expect: 'SIGNATURE_INVALID' as const,
  })),
  ...BODIES.map(([name, body, signed]) => ({
    name: `body changed: ${name}`,
    method: 'PUT',
    path: INTENT,
    body,
    signedAs: { body: signed },
    expect: 'SIGNATURE_INVALID' as const,
  })),
  ...TEXTS.map(([name, signedAs, sent]) => ({
    name: `signed otherwise: ${name}`,
    ...sent,
    signedAs,
    expect: 'SIGNATURE_INVALID' as const,
  })),
  ...BOUNDARIES.map(([name, expect, signed, sent]) => ({
    name: `boundary moved: ${name}`,
    ...sent,
    signedAs: { ...DEFAULTS, body: '', ...signed },
    expect,
  })),
];
