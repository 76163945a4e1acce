import { z } from 'zod';
import { BEARER_ERROR_CODES, BEARER_ERRORS, type BearerErrorCode, type BearerErrorRow } from './errors.ts';

/** `validation_failed` -> `ValidationFailed`. */
const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

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
    .meta({ title: `Bearer${pascal(code)}`, description: `${en}. ${fix}` });
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

/**
 * The error responses of a route, grouped by HTTP status, from codes in `BEARER_ERRORS`. A status with several errors
 * becomes a union whose members differ by code.
 */
export function bearerFailures<const C extends readonly BearerErrorCode[]>(
  ...codes: C
): { [S in StatusOf<C[number]>]: z.ZodType<BearerErrorBody> } {
  // No Map.groupBy, which Node 20 does not have: the service in memory runs there.
  const byStatus = new Map<number, BearerErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = BEARER_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const [first, ...others] = same.map(bearerErrorBody);
      return [status, others.length === 0 ? first : z.union([first, ...others] as [z.ZodType, z.ZodType])];
    }),
  ) as { [S in StatusOf<C[number]>]: z.ZodType<BearerErrorBody> };
}
