export * from './contract.ts';
export * from './durations.ts';
export * from './signed/envelope.ts';
export * from './errors.ts';
export * from './events/retention.ts';
export * from './events/schemas.ts';
export * from './examples.ts';
export * from './field-issues.ts';
export * from './fields.ts';
export * from './health/routes.ts';
export * from './signed/http.ts';
export * from './ids.ts';
export * from './intents/batch-schemas.ts';
export * from './intents/created-schemas.ts';
export * from './intents/event-kinds.ts';
export type { EventRow } from './intents/event-row.ts';
export * from './intents/events.ts';
export * from './intents/failures.ts';
export { type LabelParameter, type LabelParameters, readLabelParameter } from './intents/label-filters.ts';
export { LABEL_KEY_PATTERN, type Labels, type SetLabelsInput } from './intents/labels.ts';
export * from './intents/lifecycle.ts';
export * from './intents/export-query.ts';
export * from './intents/list-query.ts';
export { intentRoutes } from './intents/routes.ts';
export * from './intents/schemas.ts';
export * from './limits.ts';
export {
  filterName,
  type FilterOperator,
  type FilterRow,
  LIST_ALIASES,
  type ListDefinition,
  operatorsOfRow,
} from './lists/list-definition.ts';
export * from './signed/metadata.ts';
export * from './money.ts';
export type * from './signed/operation-description.ts';
export * from './parse-query.ts';
export * from './permissions.ts';
export * from './platforms.ts';
export * from './signed/route-table.ts';
export * from './signed/signing.ts';
export * from './webhooks/payload.ts';
export * from './webhooks/signing.ts';
