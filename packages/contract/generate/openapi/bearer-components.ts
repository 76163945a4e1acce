import { IDEMPOTENCY_KEY_PATTERN } from '../../src/fields.ts';
import { LIMITS } from '../../src/limits.ts';

/** Request headers of the bearer scheme by their lower-case name, each with its key in `components.parameters`. */
export const BEARER_PARAMETERS: Record<string, { key: string; parameter: object }> = {
  'idempotency-key': {
    key: 'BearerIdempotencyKey',
    parameter: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Names this create. Repeating the call with the same key and body makes nothing new and answers with what the first call made; the same key with another body is a `conflict`.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyChars,
        pattern: IDEMPOTENCY_KEY_PATTERN.source,
      },
      example: 'user-2026-11-21-0001',
    },
  },
  'if-match': {
    key: 'BearerIfMatch',
    parameter: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of the resource as the caller knows it. When it has changed since, the call is refused as a `conflict` and changes nothing.',
      schema: { type: 'string', pattern: '^"[1-9][0-9]*"$' },
      example: '"1"',
    },
  },
};

/** The headers of answers that the bearer scheme alone has. */
export const BEARER_HEADERS = {
  'WWW-Authenticate': {
    description:
      'The word `Bearer`, with `error="invalid_token"` in double quotes when a credential was sent (RFC 6750).',
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
  BearerETag: {
    description: "The resource's version in double quotes; send it back as `If-Match`.",
    schema: { type: 'string', pattern: '^"[1-9][0-9]*"$', examples: ['"1"'] },
  },
} as const;

export const BEARER_INTRODUCTION = `## The company's own side: bearer credentials

The operations under \`/v1\` and \`/auth\` are for the people and systems of the buying company. They are not signed: send an
API key or a token as \`Authorization: Bearer\`, nowhere else. \`POST /auth/login\` gives a person a session token, \`POST /oauth/token\` a registered client an access token
(OAuth 2.0: requests are forms, errors those of RFC 6749). A success is the
resource itself, without an envelope; an error is \`{"error": {"code", "message", ...}}\`, and \`code\` is a word. What a credential
may do is what token, client and person all have at that call; \`write:\` does not imply \`read:\`, and \`admin\` implies all.`;
