import { createHmac } from 'node:crypto';
import { WEBHOOK_HEADERS, WEBHOOK_TOLERANCE_SECONDS } from '../../src/webhooks/signing.ts';
import { ID, KEYS, NOW, THIN, type WebhookCase } from './webhook-vectors-parts.ts';

const at = (seconds: number): string => String(NOW + seconds);
const tooFar = WEBHOOK_TOLERANCE_SECONDS + 1;
const without = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** Changes the base64 of each signature, and leaves the scheme. */
const rewriteBase64 = (change: (base64: string) => string) => (list: string[]) =>
  list.map((each) => each.replace(/,(.*)$/, (_, base64: string) => `,${change(base64)}`));
const relabel = (scheme: string) => (list: string[]) => list.map((each) => each.replace(/^\w+/, scheme));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Sets a bit that the decoded bytes do not have. */
const withSpareBit = (base64: string): string =>
  base64.replace(
    /(.)(=+)$/,
    (_, last: string, padding: string) => ALPHABET[ALPHABET.indexOf(last) + 1] + padding,
  );

// The order of ed25519's group: S and S plus the order solve the same equation, so a verifier has to refuse the second.
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
function withLargerS(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER;
  Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(bytes, 32);
  return bytes.toString('base64');
}

const ofBodyAlone = createHmac('sha256', Buffer.from(KEYS.old.receiverKey.replace('whsec_', ''), 'base64'))
  .update(THIN)
  .digest('base64');

const HEADERS: WebhookCase[] = [
  ...Object.values(WEBHOOK_HEADERS).map((name): WebhookCase => {
    return { name: `headers: no ${name}`, send: without(name), expect: 'HEADER_MISSING' };
  }),
  { name: 'headers: an empty id', id: '', expect: 'HEADER_MISSING' },
  { name: 'headers: an empty list', rewrite: () => [], expect: 'HEADER_MISSING' },
];

const TIMES: WebhookCase[] = [
  { name: 'time: too old by a second', timestamp: at(-tooFar), expect: 'TOO_OLD' },
  { name: 'time: too new by a second', timestamp: at(tooFar), expect: 'TOO_NEW' },
  { name: 'time: v1a, too old by a second', signers: ['oldPair'], timestamp: at(-tooFar), expect: 'TOO_OLD' },
  { name: 'time: zero', timestamp: '0', expect: 'TOO_OLD' },
  ...[
    `${NOW}000`,
    `${NOW}.0`,
    `${NOW}s`,
    `+${NOW}`,
    `0${NOW}`,
    '-1',
    '0x6b012a90',
    'now',
    '2026-11-21T09:00:00Z',
  ].map((timestamp): WebhookCase => ({
    name: `time: written as ${timestamp}`,
    timestamp,
    expect: 'TIMESTAMP_MALFORMED',
  })),
];

const FORGED: WebhookCase[] = [
  { name: 'forged: another id', signedAs: { id: 'evt_01a1fd8da8ac72e880244d1234edbc0c' } },
  { name: 'forged: another timestamp', signedAs: { timestamp: at(-1) } },
  { name: 'forged: another body', signedAs: { body: THIN.replace('42', '43') } },
  {
    name: 'forged: the body with other spaces',
    body: JSON.stringify(JSON.parse(THIN), null, 1),
    signedAs: { body: THIN },
  },
  { name: 'forged: a line break after the body', body: `${THIN}\n`, signedAs: { body: THIN } },
  { name: 'forged: a body that was signed and is gone', body: '', signedAs: { body: THIN } },
  { name: 'forged: the body alone is signed', rewrite: () => [`v1,${ofBodyAlone}`] },
  { name: 'forged: another secret', signers: ['new'], trusted: ['old'] },
  { name: 'forged: v1a, another id', signers: ['oldPair'], signedAs: { id: 'evt_1' } },
  { name: 'forged: v1a, another timestamp', signers: ['oldPair'], signedAs: { timestamp: at(-1) } },
  { name: 'forged: v1a, another body', signers: ['oldPair'], signedAs: { body: THIN.replace('42', '43') } },
  { name: 'forged: v1a, another pair', signers: ['newPair'], trusted: ['oldPair'] },
  { name: 'forged: a full stop in the id', id: `${ID}.${at(-9)}`, signedAs: {} },
  { name: 'forged: a space in the id', id: `${ID} x`, signedAs: {} },
];

const LISTS: WebhookCase[] = [
  { name: 'list: a cut signature', rewrite: rewriteBase64((base64) => base64.slice(0, 20)) },
  {
    name: 'list: a signature of half the bytes',
    rewrite: rewriteBase64((base64) => Buffer.from(base64, 'base64').subarray(0, 16).toString('base64')),
  },
  { name: 'list: base64 without padding', rewrite: rewriteBase64((base64) => base64.replace(/=+$/, '')) },
  { name: 'list: base64 with more padding', rewrite: rewriteBase64((base64) => `${base64}=`) },
  { name: 'list: base64 that is not canonical', rewrite: rewriteBase64(withSpareBit) },
  {
    name: 'list: v1a, base64 that is not canonical',
    signers: ['oldPair'],
    rewrite: rewriteBase64(withSpareBit),
  },
  {
    name: 'list: v1a, the other S of the same signature',
    signers: ['oldPair'],
    rewrite: rewriteBase64(withLargerS),
  },
  {
    name: 'list: v1a, a cut signature',
    signers: ['oldPair'],
    rewrite: rewriteBase64((base64) => base64.slice(0, 44)),
  },
  {
    name: 'list: base64 for URLs',
    rewrite: rewriteBase64((base64) => base64.replaceAll('+', '-').replaceAll('/', '_')),
  },
  {
    name: 'list: hex instead of base64',
    rewrite: rewriteBase64((base64) => Buffer.from(base64, 'base64').toString('hex')),
  },
  { name: 'list: a third part', rewrite: (list) => list.map((each) => `${each},x`) },
  { name: 'list: the scheme in capitals', rewrite: relabel('V1') },
  { name: 'list: only a scheme of a later release', rewrite: relabel('v2') },
  { name: 'list: an HMAC that calls itself v1a', trusted: ['old', 'oldPair'], rewrite: relabel('v1a') },
  {
    name: 'list: an ed25519 signature that calls itself v1',
    signers: ['oldPair'],
    trusted: ['old', 'oldPair'],
    rewrite: relabel('v1'),
  },
  { name: 'list: no scheme', rewrite: (list) => list.map((each) => each.replace('v1,', '')) },
  {
    name: 'list: a colon in place of the comma',
    rewrite: (list) => list.map((each) => each.replace(',', '=')),
  },
  { name: 'list: v1a for a receiver that has a secret alone', signers: ['oldPair'], trusted: ['old'] },
  { name: 'list: v1 for a receiver that has a public key alone', trusted: ['oldPair'] },
];

const NO_EVENTS: WebhookCase[] = [
  { name: 'no event: an empty body', body: '' },
  { name: 'no event: v1a, an empty body', signers: ['oldPair'], body: '' },
  { name: 'no event: an array', body: '[]' },
  { name: 'no event: null', body: 'null' },
  { name: 'no event: JSON that is cut', body: THIN.slice(0, -1) },
  { name: 'no event: a byte order mark', body: `\uFEFF${THIN}` },
  { name: 'no event: bytes that are no text', body: Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]) },
  {
    name: 'no event: v1a, bytes that are no text',
    signers: ['oldPair'],
    body: Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
  },
];

/** Webhooks that a receiver refuses. */
export const REFUSED: WebhookCase[] = [
  ...HEADERS,
  ...TIMES,
  ...[...FORGED, ...LISTS].map((one): WebhookCase => ({ ...one, expect: 'NO_MATCH' })),
  ...NO_EVENTS.map((one): WebhookCase => ({ ...one, expect: 'BODY_NOT_JSON' })),
];
