import {
  type AnyApiError,
  isApiError,
  ProcurementIntentsError,
  TimeoutError,
} from '@procurement-intents/sdk';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { cleanText } from './format-table.ts';
import { UsageError } from './usage-error.ts';

/** An error, described for people and programs. */
export interface Explained {
  exitCode: ExitCode;
  name: string;
  message: string;
  fix: string;
  requestId?: string;
  /** Only for a response of the service. */
  answer?: { code: number; status: number; data: unknown };
}

/** Turns an error of a command into a message, a fix and an exit code. */
export function explainError(error: unknown): Explained {
  if (isApiError(error)) {
    const { name, message, fix, requestId, code, status, data, retryable } = error;
    return {
      exitCode: retryable ? EXIT.unavailable : EXIT.refused,
      name,
      message,
      fix: [fix, adviceOn(error)].join(' ').trim(),
      ...(requestId !== null && { requestId }),
      answer: { code, status, data },
    };
  }
  if (error instanceof ProcurementIntentsError) {
    const { name, message } = error;
    const fix = error instanceof TimeoutError ? 'Try again, or allow more time with --timeout.' : '';
    return { exitCode: EXIT.unavailable, name, message, fix: `${fix} ${SEE_DOCTOR}`.trim() };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // A TypeError of the client means invalid input, such as an address without https or an invalid id.
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  return { exitCode: isUsage ? EXIT.usage : EXIT.refused, name, message, fix: isUsage ? 'See --help.' : '' };
}

/** Advice for a person at a terminal, in addition to the service's fix. */
function adviceOn(error: AnyApiError): string {
  switch (error.name) {
    case 'SIGNATURE_INVALID':
    case 'APP_UNKNOWN':
      return SEE_DOCTOR;
    case 'IDEMPOTENCY_KEY_REUSED':
      return `Here that is ${error.data.id}.`;
    case 'SIGNATURE_REUSED':
      return 'Run the command again with the same --idempotency-key.';
    default:
      return '';
  }
}

/** The lines for stderr; with `isJson`, one line of JSON. */
export function formatError(explained: Explained, isJson: boolean): string {
  const { exitCode: _, answer, ...rest } = explained;
  if (isJson) return JSON.stringify({ error: { ...rest, ...answer } });
  const lines = [
    `error: ${explained.message}`,
    explained.fix && `what to do: ${explained.fix}`,
    explained.requestId && `request id: ${explained.requestId}`,
  ];
  return lines
    .filter((line) => line !== undefined && line !== '')
    .map((line) => cleanText(line as string))
    .join('\n');
}

const SEE_DOCTOR = 'Run `procurement-intents doctor` to find the cause.';
