import { WEBHOOK_HEADERS, WEBHOOK_TOLERANCE_SECONDS } from '../../src/webhooks/signing.ts';
import { FULL, ID, NOW, THIN, type WebhookCase } from './webhook-vectors-parts.ts';

const at = (seconds: number): string => String(NOW + seconds);
const zeros = Buffer.alloc(32).toString('base64');
const WRONG = `v1,${zeros}`;
const pretty = JSON.stringify(JSON.parse(THIN), null, 2);

const BODIES: WebhookCase[] = [
  { name: 'v1: a thin event' },
  { name: 'v1: a full event with Chinese text', body: FULL },
  {
    name: 'v1: characters outside the basic plane',
    body: '{"type":"intent.updated","note":"\u{1F4E6}\u{20BB7}"}',
  },
  {
    name: 'v1: Chinese text in escapes',
    body: String.raw`{"type":"intent.updated","note":"\u8bf7\u653e\u524d\u53f0"}`,
  },
  { name: 'v1: JSON with line breaks and spaces', body: `${pretty}\n` },
  {
    name: 'v1: fields and a type of a later release',
    body: '{"id":"evt_1","type":"batch.finished","data":{},"colour":1}',
  },
  { name: 'v1: full stops in the body', body: '{"type":"intent.updated","note":".1795251600.{}."}' },
  { name: 'v1: an event of a test', id: 'evt_test_01a1fd8da8ac72e880244d1234edbc0b' },
  { name: 'v1: the longest id', id: 'e'.repeat(255) },
  { name: 'v1a: a thin event', signers: ['oldPair'] },
  { name: 'v1a: a full event with Chinese text', signers: ['oldPair'], body: FULL },
  { name: 'v1a: JSON with line breaks and spaces', signers: ['oldPair'], body: `${pretty}\n` },
];

const TIMES: WebhookCase[] = [
  { name: 'time: as old as is allowed', timestamp: at(-WEBHOOK_TOLERANCE_SECONDS) },
  { name: 'time: as far ahead as is allowed', timestamp: at(WEBHOOK_TOLERANCE_SECONDS) },
  {
    name: 'time: v1a, as old as is allowed',
    signers: ['oldPair'],
    timestamp: at(-WEBHOOK_TOLERANCE_SECONDS),
  },
];

const ROTATIONS: WebhookCase[] = [
  { name: 'two secrets: the receiver has the old one', signers: ['old', 'new'], trusted: ['old'] },
  { name: 'two secrets: the receiver has the new one', signers: ['old', 'new'], trusted: ['new'] },
  { name: 'two secrets: the receiver has both', signers: ['old', 'new'] },
  { name: 'two secrets: in the other order', signers: ['new', 'old'], trusted: ['old', 'new'] },
  { name: 'two secrets: only the new one signs', signers: ['new'], trusted: ['old', 'new'] },
  { name: 'two pairs: the receiver has the old key', signers: ['oldPair', 'newPair'], trusted: ['oldPair'] },
  { name: 'two pairs: the receiver has the new key', signers: ['oldPair', 'newPair'], trusted: ['newPair'] },
  { name: 'two pairs: only the new one signs', signers: ['newPair'], trusted: ['oldPair', 'newPair'] },
  { name: 'both schemes: the receiver has the secret', signers: ['oldPair', 'old'], trusted: ['old'] },
  {
    name: 'both schemes: the receiver has the public key',
    signers: ['old', 'oldPair'],
    trusted: ['oldPair'],
  },
  { name: 'both schemes: the receiver has keys of both', signers: ['oldPair'], trusted: ['old', 'oldPair'] },
];

const LISTS: WebhookCase[] = [
  { name: 'list: a wrong signature before the right one', rewrite: (list) => [WRONG, ...list] },
  { name: 'list: a wrong signature after the right one', rewrite: (list) => [...list, WRONG] },
  {
    name: 'list: twenty wrong signatures before the right one',
    rewrite: (list) => [...Array<string>(20).fill(WRONG), ...list],
  },
  { name: 'list: a scheme of a later release beside the right one', rewrite: (list) => ['v2,AAAA', ...list] },
  { name: 'list: an entry without a comma beside the right one', rewrite: (list) => ['v1', ...list] },
  { name: 'list: an empty signature beside the right one', rewrite: (list) => ['v1,', ...list] },
  { name: 'list: the right one twice', rewrite: (list) => [...list, ...list] },
  { name: 'list: two spaces between signatures', rewrite: (list) => [WRONG, '', ...list] },
  {
    name: 'list: v1a, a wrong signature before the right one',
    signers: ['oldPair'],
    rewrite: (list) => [`v1a,${zeros}`, ...list],
  },
  {
    name: 'headers: names in capitals',
    send: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  },
  {
    name: 'headers: others beside them',
    send: (headers) => ({
      'content-type': 'application/json',
      'x-webhook-id': ID,
      ...headers,
      [`${WEBHOOK_HEADERS.id}-2`]: 'x',
    }),
  },
];

/** Webhooks that a receiver accepts. */
export const ACCEPTED: WebhookCase[] = [...BODIES, ...TIMES, ...ROTATIONS, ...LISTS];
