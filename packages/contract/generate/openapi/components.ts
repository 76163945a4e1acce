import { createHmac } from 'node:crypto';
import { ERROR_NAME_HEADER, ERROR_NAMES } from '../../src/errors.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../../src/fields.ts';
import type { ResponseHeader } from '../../src/signed/http.ts';
import { LIMITS } from '../../src/limits.ts';
import { SIGNATURE_PATTERN, signingPrefix, TIMESTAMP_PATTERN } from '../../src/signed/signing.ts';

/** Release of the interface that the document describes. */
export const API_VERSION = '1.1.0';

const SAMPLE = {
  secret: 'example-secret',
  method: 'GET',
  path: '/api/v1/intents?page=1',
  timestamp: '1795250000000',
};
const SAMPLE_PREFIX = signingPrefix(SAMPLE.method, SAMPLE.path, SAMPLE.timestamp);
const SAMPLE_SIGNATURE = createHmac('sha256', SAMPLE.secret).update(SAMPLE_PREFIX).digest('hex');

export const INTRODUCTION = `Buying from e-commerce platforms by API. An intent is one purchase to make; the service accepts it, orders it
on the platform at most once, and reports the outcome.

## Signing a request

Every call but the health check carries three headers. To make the signature:

1. Take the method in upper case, the path with its query string exactly as on the request line, the
   value of \`X-Timestamp\`, and the bytes of the body (nothing, when there is no body).
2. Join the four directly, with nothing in between.
3. Compute HMAC-SHA256 over the result with the App's secret as key; \`X-Signature\` is the digest in hex.

With the secret \`${SAMPLE.secret}\`, the text \`${SAMPLE_PREFIX}\`
has the signature \`${SAMPLE_SIGNATURE}\`.

Sign the bytes that are sent, not a copy serialised a second time. Never ship the secret to a browser or a phone.

## Answers

Every answer is JSON in an envelope of \`code\`, \`message\` and \`data\`. \`code\` is 0 on success. A code can stand for
more than one error; \`X-Error-Name\` says which. Messages are Chinese unless \`Accept-Language\` prefers \`en\`. Fields
whose condition does not hold are absent, never \`null\`; ignore fields that you do not know.
An unknown path answers 404 with code 40400, a method that a path does not have 405 with code 40500 and \`Allow\`.

Times are UTC, amounts are yuan with at most 2 decimals. \`X-Request-Id\` names each call: quote it when you ask for help.

## Environments

A test environment is another deployment of the service, with a base address, Apps and shops of its own. Paths, fields,
limits and signatures are the same. To address it, replace the base address (\`PROCUREMENT_BASE_URL\` in the samples), and use
the id and secret of an App that was created there: in another environment the App is unknown, 40103.
Outside production \`/docs/try\` sends calls from the browser.

## Versions and deprecation

The path names the version. Within \`/api/v1\` the API only grows: operations, optional parameters, fields and errors may be
added. What is to be removed is announced at least 6 months ahead: its answers carry \`Deprecation\` (since when, RFC 9745) and
\`Sunset\` (until when, RFC 8594). Log both headers, and nothing will surprise you.`;

export const SECURITY_SCHEMES = {
  AppId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-App-Id',
    description: 'Id of the calling App, as the console issued it.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: `Unix time in milliseconds, 13 digits (\`${TIMESTAMP_PATTERN.source}\`), at most ${LIMITS.timestampSkewMs / 60_000} minutes from the service's clock.`,
  },
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: `HMAC-SHA256 over method, path with query, timestamp and body, joined without separators; keyed with the App's secret; 64 hex digits (\`${SIGNATURE_PATTERN.source}\`).`,
  },
} as const;

/** The security requirement of a signed operation: all three headers. */
export const SIGNED = [{ AppId: [], Timestamp: [], Signature: [] }];

/** Request headers by their lower-case name in the contract, each with its key in `components.parameters`. */
export const HEADER_PARAMETERS: Record<string, { key: string; parameter: object }> = {
  'idempotency-key': {
    key: 'IdempotencyKey',
    parameter: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Names this purchase. Repeating the call with the same key and body gets the first answer again and buys nothing; another body under the same key is refused with 40901, and so are the same signed bytes under another key.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyChars,
        pattern: IDEMPOTENCY_KEY_PATTERN.source,
      },
      example: 'order-2026-11-21-0001',
    },
  },
  'if-match': {
    key: 'IfMatch',
    parameter: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of the intent as the caller knows it. When the intent has changed since, the call is refused with 40902 and changes nothing.',
      schema: { type: 'string', pattern: '^"[1-9][0-9]*"$' },
      example: '"1"',
    },
  },
};

const integer = (example: number, minimum = 0) => ({
  schema: { type: 'integer', minimum, examples: [example] },
});

type DescribedHeader = Exclude<ResponseHeader, 'Date'>;

/** The headers of `components.headers` by name: those that are the service's own. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description: `Id of this call: the one that the caller sent (1 to ${LIMITS.requestIdChars} letters, digits, \`.\`, \`_\`, \`:\`, \`-\`), else a new one.`,
    schema: { type: 'string', examples: ['req_019aa4c1b7e27c3d9f00a1b2c3d4e5f6'] },
  },
  [ERROR_NAME_HEADER]: {
    description: 'Name of the error: `code` alone can stand for more than one. More names may be added.',
    schema: { type: 'string', pattern: '^[A-Z]+(_[A-Z]+)*$', examples: [ERROR_NAMES[0]] },
  },
  'X-RateLimit-Limit': {
    description:
      'Calls per second of the tightest limit that counted this call. Present once the caller is authenticated.',
    ...integer(100, 1),
  },
  'X-RateLimit-Remaining': {
    description:
      'Calls left in this second under the tightest limit. Present once the caller is authenticated.',
    ...integer(99),
  },
  'X-RateLimit-Reset': {
    description: 'Unix second in which the tightest limit resets. Present once the caller is authenticated.',
    ...integer(1795250001, 1),
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the same call may be made again.',
    ...integer(1),
  },
  ETag: {
    description: "The intent's version in double quotes; send it back as `If-Match`.",
    schema: { type: 'string', pattern: '^"[1-9][0-9]*"$', examples: ['"1"'] },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer of an earlier call; absent otherwise.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
} as const satisfies Record<DescribedHeader, object>;
