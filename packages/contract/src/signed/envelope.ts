import { z } from 'zod';
import { schemasByStatus, titleOf } from '../by-status.ts';
import { ERRORS, type ErrorName, type ErrorRow } from '../errors.ts';

/** `message` of every success except that of the health check. */
export const SUCCESS_MESSAGE = '操作成功';
export const HEALTHY_MESSAGE = '服务正常运行';

/** The schema of a success envelope around `data`. */
export function success<T extends z.ZodType>(title: string, data: T, message: string = SUCCESS_MESSAGE) {
  return z
    .object({ code: z.literal(0), message: z.literal(message), data })
    .meta({ title: `${title}Envelope` });
}

function envelopeOf(name: ErrorName): z.ZodType {
  const row: ErrorRow = ERRORS[name];
  return z
    .object({
      code: z.literal(row.code),
      message: z.string(),
      data: row.data ?? z.null(),
    })
    .meta({ title: `${titleOf(name)}Error` });
}

const ENVELOPES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorName[]).map((name) => [name, envelopeOf(name)]),
) as Record<ErrorName, z.ZodType>;

/** The schema of the response to the error `name`. */
export function errorEnvelope(name: ErrorName): z.ZodType {
  return ENVELOPES[name];
}

type StatusOf<N extends ErrorName> = (typeof ERRORS)[N]['status'];
/** An error response, whatever its code. */
export interface ErrorEnvelope {
  code: number;
  message: string;
  data: unknown;
}

/** The error responses of a route by HTTP status, from names in `ERRORS`. */
export const failures = <const N extends readonly ErrorName[]>(...names: N) =>
  schemasByStatus(names, (name) => ERRORS[name].status, errorEnvelope) as {
    [S in StatusOf<N[number]>]: z.ZodType<ErrorEnvelope>;
  };
