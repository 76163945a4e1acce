import { createSigner, isApiError, ProcurementIntentsError, type Signer } from '@procurement-intents/sdk';
import { CODES, ID_PREFIXES } from '../generated/tables.ts';
import { openService, type Service } from '../service.ts';
import type { Complete } from '../settings.ts';
import type { Env } from '../settings-file.ts';

/** The response of the service: `OK`, the name of its error, or `NO_ANSWER`. */
export interface Answer {
  name: string;
  code: number;
  message: string;
  fix: string;
  requestId?: string;
  /** The address that the service saw, where it refuses this address. */
  callerAddress?: string;
  /** Whether an error of the service came without its name, which a proxy must have dropped. */
  isNameLost?: boolean;
}

export interface Target {
  values: Complete;
  env: Env;
  /** How far our clock is ahead; subtracted from each timestamp, so that a wrong clock does not hide other errors. */
  clockOffsetMs: number;
  /** What a proxy on the way calls itself; null when none shows. */
  proxy: string | null;
}

/** What differs from a plain signed call. */
export interface Variation {
  appSecret?: string;
}

export type Call = (service: Service) => Promise<unknown>;

const TIMEOUT_MS = 10_000;

// Well-formed but never issued, because an id begins with its creation time.
const NO_INTENT = ID_PREFIXES.intent + '0'.repeat(32);

/** A read that changes nothing. */
export const readCall: Call = (service) => service.list({ pageSize: 1 });

/** A read whose query has every character that a proxy might encode differently. */
export const awkwardReadCall: Call = (service) =>
  service.list({ pageSize: 1, userId: "doctor a+b&c=d/e'诊断~*" });

/** An update of an intent that does not exist, with a body that a proxy might write differently. */
export const writeCall: Call = (service) => service.update(NO_INTENT, { remarks: '诊断 "a/b" <c> \u2028 é' });

/** A submit of an intent that does not exist: a call of who may buy. */
export const submitCall: Call = (service) => service.submit(NO_INTENT);

/** Makes a signed call and returns the outcome. Errors of the service are not thrown. */
export async function probe(
  { values, env, clockOffsetMs }: Target,
  call: Call,
  how: Variation = {},
): Promise<Answer> {
  const sign = createSigner(values.appId, how.appSecret ?? values.appSecret);
  const signer: Signer = ({ timestampMs, ...rest }) =>
    sign({ ...rest, timestampMs: timestampMs - clockOffsetMs });
  try {
    await call(openService(values, { env, signer, timeoutMs: TIMEOUT_MS }));
    return { name: 'OK', code: 0, message: '', fix: '' };
  } catch (error) {
    if (isApiError(error)) {
      const { code, message, fix, requestId } = error;
      const known = error.name === 'UNKNOWN' ? namesOf(code) : [];
      return {
        // A code that several errors have names none.
        name: known.length === 1 ? (known[0] ?? error.name) : error.name,
        isNameLost: known.length > 0,
        code,
        message,
        fix,
        ...(requestId !== null && { requestId }),
        ...(isApiError(error, 'IP_NOT_ALLOWED') && { callerAddress: error.data.address }),
      };
    }
    if (!(error instanceof ProcurementIntentsError)) throw error;
    return { name: 'NO_ANSWER', code: 0, message: error.message, fix: '' };
  }
}

const namesOf = (code: number): string[] =>
  Object.entries(CODES).flatMap(([name, each]) => (each === code ? [name] : []));

// Errors that come before or instead of the signature check, and responses that prove nothing about it.
const INCONCLUSIVE = new Set([
  'SIGNATURE_INVALID',
  'TIMESTAMP_INVALID',
  'APP_UNKNOWN',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'NO_ANSWER',
  'UNKNOWN',
  'UNAVAILABLE',
  'INTERNAL',
]);

/** Whether the service accepted the signature, even if it refused the call later. */
export function isSignatureAccepted({ name }: Answer): boolean {
  return !INCONCLUSIVE.has(name);
}
