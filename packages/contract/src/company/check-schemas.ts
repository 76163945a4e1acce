import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { BEARER_LIMITS } from '../bearer/limits.ts';

/** Any well-formed text, kept byte for byte: what was sent is what is looked at. */
const asSent = (max: number, description: string, example: string) =>
  z
    .string(fieldError)
    .refine((text) => text.isWellFormed(), issueError({ rule: 'text' }))
    .refine((text) => text.length <= max, issueError({ rule: 'length', min: 0, max }))
    .meta({ description, maxLength: max, example });

const TIMESTAMP = '1795251600000';
const PATH = '/api/v1/intents?pageSize=5';
const SIGNATURE = '5f'.repeat(32);

export const CheckSignatureBody = z
  .strictObject(
    {
      method: asSent(16, 'The HTTP method as the client sent it.', 'GET'),
      path: asSent(LIMITS.urlChars, 'Path and query, as on the request line.', PATH),
      timestamp: asSent(64, 'The value of `X-Timestamp`.', TIMESTAMP),
      signature: asSent(512, 'The value of `X-Signature`.', SIGNATURE),
      body: asSent(
        BEARER_LIMITS.checkedBodyChars,
        'The body as sent; empty or left out without one.',
        '',
      ).optional(),
      signedText: asSent(
        2 * BEARER_LIMITS.checkedBodyChars,
        'The text that the client has signed, if you can print it: tells a wrong text from a wrong secret.',
        `GET${PATH}${TIMESTAMP}`,
      ).optional(),
    },
    fieldError,
  )
  .meta({ title: 'CheckSignatureBody', description: 'A request whose signature was refused.' });
export type CheckSignatureInput = z.infer<typeof CheckSignatureBody>;

export const SignatureCheck = z
  .object({
    isValid: z.boolean().meta({ description: 'Whether the signature is right.', example: false }),
    expectedText: z.string().meta({
      description:
        'What the service signs: method, path, timestamp and body without separators, with the characters of all four.',
      example: `GET${PATH}${TIMESTAMP}`,
    }),
    mistakes: z.array(z.string()).meta({
      description:
        'The fewest known mistakes that explain the signature, each in words; empty when it is right, or when none does: then the secret is probably another one.',
      example: ['The signature was made with the timestamp in seconds.'],
    }),
    faults: z.array(z.string()).meta({
      description: 'Why the service refuses the request whatever its signature, each in words; usually none.',
      example: [],
    }),
    isSecretRight: z.boolean().optional().meta({
      description:
        'Whether the signature is that of `signedText` with a secret of the App; only when `signedText` was sent.',
      example: true,
    }),
    differsAt: z.number().int().optional().meta({
      description:
        'The place of the first character in which `signedText` differs from `expectedText`, in characters of UTF-16 from 0; only when they differ.',
      minimum: 0,
      example: 30,
    }),
  })
  .meta({ title: 'SignatureCheck', description: 'What is wrong with a signature. It never holds one.' });
export type SignatureCheckView = z.infer<typeof SignatureCheck>;
