import { contract, METHODS_WITH_BODY } from '../../src/contract.ts';
import { ERROR_NAMES, ERRORS } from '../../src/errors.ts';
import { FEED_CURSOR_PATTERN } from '../../src/events/schemas.ts';
import { FORBIDDEN_TEXT_PATTERN, IDEMPOTENCY_KEY_PATTERN, PHONE_PATTERN } from '../../src/fields.ts';
import { PLATFORMS } from '../../src/platforms.ts';
import { METHODS } from '../../src/signed/http.ts';
import { ID_PREFIXES } from '../../src/ids.ts';
import { FEED_TYPES } from '../../src/intents/event-kinds.ts';
import { LABEL_KEY_PATTERN } from '../../src/intents/labels.ts';
import { LIST_FIELDS, LIST_ITEM_FIELDS, ORDER_STATES } from '../../src/intents/schemas.ts';
import { QUERY_TIME_PATTERN } from '../../src/lists/query-values.ts';
import { AMOUNTS, LIMITS, TEXT_LENGTHS } from '../../src/limits.ts';
import { signedPartOf } from '../../src/signed/metadata.ts';
import { PERMISSION_TEXTS } from '../../src/permissions.ts';
import { SPEND_GROUPS } from '../../src/procurement/states.ts';
import { REQUEST_STATUSES } from '../../src/procurement/states.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { SIGNABLE_PATH_PATTERN, TIMESTAMP_PATTERN } from '../../src/signed/signing.ts';
import { EVERY_TYPE } from '../../src/webhooks/endpoint-schemas.ts';
import { WEBHOOK_LIMITS, WEBHOOK_USER_AGENT } from '../../src/webhooks/limits.ts';
import { WEBHOOK_SCHEMES } from '../../src/webhooks/signing.ts';
import { DELIVERY_STATES, ENDPOINT_STATUSES, PAYLOADS, REPLAY_SCOPES } from '../../src/webhooks/states.ts';
import { docComment, GENERATED, layOut, list, quote, renderRecord } from './source.ts';

const { priceMin, priceMax, quantityMax } = AMOUNTS;
const {
  timestampSkewMs,
  pageSizeDefault,
  pageSizeMax,
  idempotencyKeyChars,
  productUrlChars,
  labelsPerIntent,
  labelKeyChars,
  labelFilters,
  feedTypes,
  feedPageDefault,
  feedPageMax,
} = LIMITS;
const { attemptMs, keptAnswerBytes, urlChars, descriptionChars, eventTypes, maxPerSecond, graceSeconds } =
  WEBHOOK_LIMITS;
const WEBHOOK_VALUES = {
  payload: PAYLOADS,
  signature: Object.keys(WEBHOOK_SCHEMES),
  status: ENDPOINT_STATUSES,
  deliveryState: Object.keys(DELIVERY_STATES),
  replayScope: REPLAY_SCOPES,
};
const PATTERNS = {
  forbiddenText: FORBIDDEN_TEXT_PATTERN,
  phone: PHONE_PATTERN,
  labelKey: LABEL_KEY_PATTERN,
  time: QUERY_TIME_PATTERN,
  idempotencyKey: IDEMPOTENCY_KEY_PATTERN,
  feedCursor: FEED_CURSOR_PATTERN,
  timestamp: TIMESTAMP_PATTERN,
  signablePath: SIGNABLE_PATH_PATTERN,
};

const codesByName = (): Record<string, number> =>
  Object.fromEntries(ERROR_NAMES.map((name) => [name, ERRORS[name].code]));

/** What each signed operation needs; one of the permissions is enough. */
function permissionsByOperation(): Record<string, readonly string[]> {
  const rows = (Object.keys(ROUTES) as OperationId[]).map(
    (id) => [id, signedPartOf(contract[id].metadata)?.permissions ?? []] as const,
  );
  return Object.fromEntries(rows);
}

const renderList = (name: string, doc: string, values: readonly string[]): string =>
  `${docComment(doc, 0)}\n${layOut(`export const ${name}: readonly string[] = `, list(values.map(quote)), ';', 0)}`;

const renderFields = (name: string, doc: string, values: readonly string[]): string =>
  `${docComment(doc, 0)}\n${layOut(`export const ${name}: readonly (keyof IntentListItem)[] = `, list(values.map(quote)), ';', 0)}`;

const SHOWN_LIMITS = {
  timestampSkewMs,
  pageSizeDefault,
  pageSizeMax,
  idempotencyKeyChars,
  productUrlChars,
  labelsPerIntent,
  labelKeyChars,
  labelFilters,
  feedTypes,
  feedPageDefault,
  feedPageMax,
};

/** The contents of the command line's `generated/tables.ts`: by these limits it checks values before it sends them. */
export function renderCliTables(): string {
  const blocks = [
    GENERATED,
    `import type { ErrorName, IntentListItem, OperationId, Permission } from '@procurement-intents/sdk';`,
    renderList('PLATFORMS', 'The supported platforms.', PLATFORMS),
    renderList('REQUEST_STATUSES', 'Every status of a purchase request.', REQUEST_STATUSES),
    renderList('ORDER_STATUSES', 'Every status of an order.', ORDER_STATES),
    renderList('SPEND_GROUPS', 'What a report of spending can be grouped by.', SPEND_GROUPS),
    renderList('FEED_TYPES', 'The types of events that the feed of an App has.', FEED_TYPES),
    `${docComment('What the fields of endpoints, deliveries and replays can be.', 0)}
${renderRecord('WEBHOOK_VALUES', WEBHOOK_VALUES)}`,
    `${docComment('What ids of each kind begin with.', 0)}
${renderRecord('ID_PREFIXES', ID_PREFIXES)}`,
    `${docComment('The code of each error.', 0)}
${renderRecord('CODES', codesByName(), 'Record<ErrorName, number>')}`,
    renderFields(
      'LIST_ITEM_FIELDS',
      "The fields of a list's items when the caller chooses none.",
      LIST_ITEM_FIELDS,
    ),
    renderFields('LIST_FIELDS', 'The fields that a caller of a list can choose.', LIST_FIELDS),
    renderList('METHODS', 'The methods of all operations.', METHODS),
    renderList('METHODS_WITH_BODY', 'The methods of the operations that take a body.', METHODS_WITH_BODY),
    `${docComment('The permissions of an App that each operation needs: one of them is enough.', 0)}
${renderRecord('PERMISSIONS_OF', permissionsByOperation(), 'Record<OperationId, readonly Permission[]>')}`,
    `${docComment('What each permission of an App allows.', 0)}
${renderRecord('PERMISSION_TEXTS', PERMISSION_TEXTS, 'Record<Permission, string>')}`,
    `${docComment('Text lengths in Unicode code points, after trimming.', 0)}
${renderRecord('TEXT_LENGTHS', TEXT_LENGTHS)}`,
    `${docComment('Money in yuan, quantities in pieces.', 0)}
${renderRecord('AMOUNTS', { priceMin, priceMax, quantityMax })}`,
    renderRecord('LIMITS', SHOWN_LIMITS),
    `${docComment('Webhooks as the service sends them, and the bounds of an endpoint.', 0)}
${renderRecord('WEBHOOKS', {
  userAgent: WEBHOOK_USER_AGENT,
  everyType: EVERY_TYPE,
  attemptMs,
  keptAnswerBytes,
  urlChars,
  descriptionChars,
  eventTypes,
  maxPerSecond,
  graceSeconds,
})}`,
    `${docComment('What the service accepts; of `forbiddenText`, what no text may have.', 0)}
${renderRecord('PATTERNS', PATTERNS)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
