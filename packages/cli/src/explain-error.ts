import {
  type AnyApiError,
  isApiError,
  type OperationId,
  ProcurementIntentsError,
} from '@procurement-intents/sdk';
import {
  type AnyBearerError,
  isBearerError,
  ProcurementIntentsError as BearerClientError,
} from '@procurement-intents/sdk/bearer';
import { LoginError } from './company/oauth.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { optionOf } from './field-options.ts';
import { cleanText } from './format-table.ts';
import { PERMISSION_TEXTS, PERMISSIONS_OF } from './generated/tables.ts';
import { LIST_PARAMETERS } from './intents/list-options.ts';
import { optionOfField } from './intents/order-fields.ts';
import { UsageError } from './usage-error.ts';
import { WEBHOOK_FIELDS } from './webhooks/webhook-fields.ts';

/** An error, described for people and programs. */
export interface Explained {
  exitCode: ExitCode;
  name: string;
  message: string;
  fix: string;
  /** Single places of what is wrong. */
  details?: readonly string[];
  requestId?: string;
  /** Only for a response of the service. */
  answer?: { code: number | string; status: number; data: unknown };
}

const SEE_DOCTOR = 'Run `procurement-intents doctor` to find the cause.';
const LOG_IN = 'Run `procurement-intents login` again, or use another API key.';
const ADVICE = new WeakMap<object, string>();

/** Attaches what to do when `error` leaves the outcome open, which only the command knows. @returns the error. */
export function withAdvice(error: unknown, advice: string): unknown {
  if (typeof error === 'object' && error !== null) ADVICE.set(error, advice);
  return error;
}

/** Turns an error of a command into a message, a fix and an exit code. */
export function explainError(error: unknown): Explained {
  if (isApiError(error)) {
    const { name, message, requestId, code, status, data, retryable } = error;
    return {
      exitCode: retryable ? EXIT.unavailable : EXIT.refused,
      name,
      message,
      fix: fixOf(error),
      ...(requestId !== null && { requestId }),
      answer: { code, status, data },
    };
  }
  if (isBearerError(error)) return explainBearerError(error);
  if (error instanceof LoginError) {
    const { name, message, isTemporary } = error;
    const exitCode = isTemporary ? EXIT.unavailable : EXIT.refused;
    return { exitCode, name, message, fix: isTemporary ? 'Run the command again in a while.' : LOG_IN };
  }
  // Each entry of the SDK has a class of its own.
  if (error instanceof ProcurementIntentsError || error instanceof BearerClientError) {
    const { name, message } = error;
    const fix = ADVICE.get(error) ?? 'Run the command again.';
    return { exitCode: EXIT.unavailable, name, message, fix: `${fix} ${SEE_DOCTOR}` };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UsageError) {
    const { fix, details } = error;
    return { exitCode: EXIT.usage, name, message, fix, ...(details.length > 0 && { details }) };
  }
  // A TypeError of the client means invalid input.
  const isUsage = error instanceof TypeError;
  const fix = isUsage ? 'Correct the value.' : '';
  return { exitCode: isUsage ? EXIT.usage : EXIT.refused, name, message, fix };
}

function explainBearerError(error: AnyBearerError): Explained {
  const { code, message, requestId, status, data, retryable } = error;
  return {
    exitCode: retryable ? EXIT.unavailable : EXIT.refused,
    name: code,
    message,
    fix: (retryable ? ADVICE.get(error) : undefined) ?? fixOfBearer(error),
    ...(requestId !== null && { requestId }),
    answer: { code, status, data },
  };
}

function fixOfBearer(error: AnyBearerError): string {
  switch (error.code) {
    case 'unauthorized':
    case 'token_expired':
      return LOG_IN;
    case 'insufficient_scope':
      return `Use a login or an API key with the scope ${error.data.required_scope}.`;
    case 'validation_failed':
      return `Correct ${error.data.errors.map(({ field }) => field).join(', ')}.`;
    case 'forbidden':
      return error.data.address === undefined
        ? 'Let somebody else do it whom the rule allows to.'
        : `Add ${error.data.address}, the address that the service saw, to the allow list of the key.`;
    case 'not_found':
      return `Check the id; \`${error.operation.startsWith('orders.') ? 'orders' : 'requests'} list\` shows those that exist.`;
    case 'conflict':
      return 'Look at it again, and decide anew.';
    default:
      return error.retryable ? 'Run the command again in a while.' : SEE_DOCTOR;
  }
}

/** What a person at a terminal does about the error; the service's own advice speaks of requests. */
function fixOf(error: AnyApiError): string {
  switch (error.name) {
    case 'VALIDATION_FAILED':
      return `Correct ${error.data.errors.map(({ field }) => nameField(field, error)).join(', ')}.${adviseOnUrl(error)}`;
    case 'SIGNATURE_INVALID':
    case 'APP_UNKNOWN':
    case 'TIMESTAMP_INVALID':
    case 'UNKNOWN':
      return SEE_DOCTOR;
    case 'IP_NOT_ALLOWED':
      return `Add ${error.data.address}, the address that the service saw, to the allow list of the App.`;
    case 'HTTPS_REQUIRED':
      return 'Use the https address of the service (--base-url or PROCUREMENT_BASE_URL).';
    case 'PERMISSION_MISSING':
      return `Grant the App ${neededFor(error.operation)}, or use another (--app-id).`;
    case 'INTENT_NOT_FOUND':
      return 'Check the id; `procurement-intents intents list` shows those that exist.';
    case 'NOT_OWNER':
      return 'Use the App that created it (--app-id or PROCUREMENT_APP_ID).';
    case 'UPDATE_REFUSED':
    case 'SUBMIT_REFUSED':
      return `It is ${error.data.currentStatus}; this works only while it is ${error.data.allowedStatuses.join(' or ')}.`;
    case 'CANCEL_REFUSED':
    case 'DELETE_REFUSED':
      return `It is ${error.data.currentStatus}. ${error.fix}`;
    case 'VERSION_CONFLICT':
      return `Look at it with \`${error.operation.includes('Webhook') ? 'webhooks list' : 'intents get'}\`, then repeat with --if-version ${error.data.currentVersion}.`;
    case 'WEBHOOK_NOT_FOUND':
      return 'Check the id; `procurement-intents webhooks list` shows those that exist.';
    case 'DELIVERY_NOT_FOUND':
      return 'Check the id; `procurement-intents webhooks deliveries` shows what is still in the log.';
    case 'WEBHOOK_EXISTS':
      return `It is ${error.data.id}, perhaps of a call whose answer was lost; \`webhooks rotate-secret ${error.data.id}\` gives it a new secret.`;
    case 'WEBHOOK_DISABLED':
      return `It is disabled (${error.data.disabledReason}); enable it with \`webhooks update --status ENABLED\`.`;
    case 'REPLAY_RUNNING':
      return `Wait for ${error.data.replayId}; \`webhooks replay\` with this id shows how far it is.`;
    case 'EVENTS_EXPIRED':
      if (error.operation === 'createWebhookReplay') return 'Give a later --since.';
      return `Events are lost for you. Read the purchases again that you follow, then go on with --from ${error.data.oldestCursor}.`;
    case 'IDEMPOTENCY_KEY_REUSED':
      return `The key has already bought ${error.data.id}, with other values. Look at it with \`intents get\`; use another key only for another purchase.`;
    case 'SIGNATURE_REUSED':
      return ADVICE.get(error) ?? 'Run the command again.';
    default:
      return adviseLater(error);
  }
}

/** No service reaches the receiver that somebody writes on a machine of their own, which is what most try first. */
function adviseOnUrl({ operation, data }: Extract<AnyApiError, { name: 'VALIDATION_FAILED' }>): string {
  if (operation !== 'createWebhook' && operation !== 'updateWebhook') return '';
  if (!data.errors.some(({ field }) => field === 'url')) return '';
  return ' For a receiver on this machine, use `procurement-intents listen --forward-to`.';
}

/** Errors that end by themselves are answered by a repetition, others by what the service says. */
function adviseLater(error: AnyApiError): string {
  if (!error.retryable) return error.fix;
  const when = error.retryAt ? ` after ${error.retryAt.toISOString()}` : ' in a while';
  return (
    ADVICE.get(error) ?? `Run the command again${when}; \`procurement-intents health\` shows the service.`
  );
}

/** A field of the service with the option that sets it. */
function nameField(field: string, { operation }: AnyApiError): string {
  const option = optionFor(field, operation);
  return option === undefined ? field : `${field} (${option})`;
}

/** Operations whose options have the names of their fields. */
const NAMED_ALIKE: ReadonlySet<OperationId> = new Set<OperationId>([
  'listEvents',
  'rotateWebhookSecret',
  'testWebhook',
  'listWebhookDeliveries',
  'createWebhookReplay',
]);

function optionFor(field: string, operation: OperationId): string | undefined {
  if (operation === 'listIntents' && /^label\b/.test(field)) return '--label';
  if (operation === 'listIntents') return (LIST_PARAMETERS as Record<string, string>)[field];
  // `eventTypes.0` is the first of a list.
  const [name = ''] = field.split('.');
  if (operation === 'createWebhook' || operation === 'updateWebhook') return optionOf(WEBHOOK_FIELDS, name);
  if (operation === 'listEvents' && name === 'cursor') return '--from';
  if (NAMED_ALIKE.has(operation))
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return optionOfField(field);
}

/** The permission that the operation needs; of several, what each allows. */
function neededFor(operation: OperationId): string {
  const needed = PERMISSIONS_OF[operation];
  if (needed.length <= 1) return needed.join();
  return needed.map((each) => `${each} (${PERMISSION_TEXTS[each]})`).join(' or ');
}

/** The lines for stderr; with `isJson`, one line of JSON. */
export function formatError(explained: Explained, isJson: boolean): string {
  const { exitCode: _, answer, ...rest } = explained;
  if (isJson) return JSON.stringify({ error: { ...rest, ...answer } });
  const lines = [
    `error: ${explained.message}`,
    ...(explained.details ?? []).map((detail) => `  ${detail}`),
    explained.fix && `what to do: ${explained.fix}`,
    explained.requestId && `request id: ${explained.requestId}`,
  ];
  return lines
    .filter((line) => line !== undefined && line !== '')
    .map((line) => cleanText(line as string))
    .join('\n');
}
