import { contract } from '../../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName } from '../../src/errors.ts';
import { FAILURES } from '../../src/intents/failures.ts';
import { FINAL_STATUSES, LIFECYCLE } from '../../src/intents/lifecycle.ts';
import { CALLER_RATES, LIMITS, RATE_LIMITS, RATE_WEIGHTS } from '../../src/limits.ts';
import { COMMON_ERRORS, signedPartOf, SIGNED_ERRORS } from '../../src/signed/metadata.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { SIGNING_HEADERS } from '../../src/signed/signing.ts';
import { docComment, GENERATED, layOut, list, object, quote, renderRecord } from './source.ts';

/** Errors of every signed operation. */
export const SHARED_ERRORS: readonly ErrorName[] = [...SIGNED_ERRORS, ...COMMON_ERRORS];

const IMPORTED_TYPES = ['FailureCode', 'IntentAction', 'IntentStatus', 'OperationId'];

function renderRoute(id: OperationId): string {
  const signed = signedPartOf(contract[id].metadata);
  const { method, path } = ROUTES[id];
  const bucket = signed ? quote(signed.rateLimit) : 'null';
  return `  ${layOut(`${id}: `, list([quote(method), quote(path), bucket]), ',', 2)}`;
}

/** Errors of the service or the platform, by status, that the same call does not overcome. */
function permanentErrors(): ErrorName[] {
  return ERROR_NAMES.filter((name) => ERRORS[name].status >= 500 && ERRORS[name].retry !== 'later');
}

/** The errors that the client itself acts on: by code, because a proxy or a page may hide the header with the name. */
const ACTED_ON = [
  'SUBMIT_REFUSED',
  'CANCEL_REFUSED',
  'TIMESTAMP_INVALID',
  'INTENT_NOT_FOUND',
  'WEBHOOK_NOT_FOUND',
  'SIGNATURE_REUSED',
  'BATCH_PARTIAL',
] as const satisfies readonly ErrorName[];

/** A constant each, so that a page has only those that it uses. */
const renderCode = (name: ErrorName): string => `export const ${name} = ${ERRORS[name].code};`;

/** The contents of the SDK's `generated/tables.ts`: the data that it needs at run time. */
export function renderSdkTables(): string {
  const failures = Object.fromEntries(
    Object.entries(FAILURES).map(([code, { retryable, actor }]) => [code, { retryable, actor }]),
  );
  const from = Object.fromEntries(Object.entries(LIFECYCLE).map(([action, rule]) => [action, rule.from]));
  const { processingMs, timestampSkewMs } = LIMITS;
  const blocks = [
    GENERATED,
    layOut('import type ', object(IMPORTED_TYPES), ` from './types.ts';`, 0),
    `${docComment('Method and path of an operation, and the rate limit that counts it (none for unsigned ones).', 0)}
export type RouteRow = readonly [
  method: string,
  path: string,
  bucket: keyof typeof LIMITS.ratesPerSecond | null,
];`,
    `export const ROUTES: Record<OperationId, RouteRow> = {\n${(Object.keys(ROUTES) as OperationId[]).map(renderRoute).join('\n')}\n};`,
    `${docComment('Errors with status 500 or above that the same call does not overcome. All others of these statuses, and 429, may pass.', 0)}
${layOut('export const PERMANENT_ERRORS: readonly string[] = ', list(permanentErrors().map(quote)), ';', 0)}`,
    `// Codes of the errors that the client itself acts on.
${ACTED_ON.map(renderCode).join('\n')}`,
    `${docComment('The statuses that each action may start from.', 0)}
${renderRecord('ALLOWED_FROM', from, 'Record<IntentAction, readonly IntentStatus[]>')}`,
    `${docComment('Statuses that an intent never leaves.', 0)}
${layOut('export const FINAL_STATUSES: readonly IntentStatus[] = ', list(FINAL_STATUSES.map(quote)), ';', 0)}`,
    `${docComment('What a `failureCode` means.', 0)}
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before a new intent can succeed. */
  actor: 'caller' | 'platform' | 'operator';
}`,
    renderRecord('FAILURES', failures, 'Record<FailureCode, Failure>'),
    renderRecord('LIMITS', {
      processingMs,
      timestampSkewMs,
      ratesPerSecond: { ...RATE_LIMITS, bearer: CALLER_RATES.bearer },
    }),
    `${docComment('Of a batch, apart from the limits that every page loads.', 0)}
${renderRecord('BATCH_LIMITS', {
  items: LIMITS.batchItems,
  itemsPerCreate: RATE_WEIGHTS.createIntents.entries,
})}`,
    `${docComment('Names of the headers that carry the signature.', 0)}
${renderRecord('SIGNING_HEADERS', SIGNING_HEADERS)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The contents of the SDK's `generated/fixes.ts`, which browsers do not load because of its size. */
export function renderSdkFixes(): string {
  const fixes = Object.fromEntries(ERROR_NAMES.map((name) => [name, ERRORS[name].fix]));
  const blocks = [
    GENERATED,
    layOut('import type ', object(['ErrorName']), ` from './types.ts';`, 0),
    `${docComment('What to do about each error.', 0)}
${renderRecord('FIXES', fixes, 'Record<ErrorName, string>')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
