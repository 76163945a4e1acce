import { z } from 'zod';
import { schemasByStatus, titleOf } from '../by-status.ts';
import { BEARER_ERROR_CODES, BEARER_ERRORS, type BearerErrorCode, type BearerErrorRow } from './errors.ts';

function bodyOf(code: BearerErrorCode): z.ZodType {
  const { extras, en, zh, fix }: BearerErrorRow = BEARER_ERRORS[code];
  const error = z.object({
    code: z.literal(code).meta({ description: 'Which error it is.', example: code }),
    message: z.string().meta({
      description:
        'The error in words: Chinese, or English if the caller prefers it. A text to show, not to compare.',
      example: zh,
    }),
    ...extras,
  });
  return z
    .object({ error: error.meta({ description: 'The error.' }) })
    .meta({ title: `Bearer${titleOf(code)}`, description: `${en}. ${fix}` });
}

const BODIES = Object.fromEntries(BEARER_ERROR_CODES.map((code) => [code, bodyOf(code)])) as Record<
  BearerErrorCode,
  z.ZodType
>;

/** The schema of the response to the error `code`. */
export const bearerErrorBody = (code: BearerErrorCode): z.ZodType => BODIES[code];

type StatusOf<C extends BearerErrorCode> = (typeof BEARER_ERRORS)[C]['status'];
/** An error response under /v1 and /auth, whatever its code. */
export interface BearerErrorBody {
  error: { code: string; message: string; [extra: string]: unknown };
}

/** The error responses of a route by HTTP status, from codes in `BEARER_ERRORS`. */
export const bearerFailures = <const C extends readonly BearerErrorCode[]>(...codes: C) =>
  schemasByStatus(codes, (code) => BEARER_ERRORS[code].status, bearerErrorBody) as {
    [S in StatusOf<C[number]>]: z.ZodType<BearerErrorBody>;
  };
