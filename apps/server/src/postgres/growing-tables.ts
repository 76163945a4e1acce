/** A table that grows with traffic. */
export interface GrowingTable {
  /** The name as statements write it. */
  writtenAs: string;
  /** The relation whose size counts, as `to_regclass` reads it. */
  relation: string;
}

const NAMES = [
  'intents',
  'intent_events',
  'intent_labels',
  'archived_intents',
  'archived_keys',
  'unpublished_events',
  'app_event_counts',
  'app_events',
  'webhook_deliveries',
  'webhook_attempts',
  'intent_counts',
  'signed_creates',
  'order_claims',
  'order_lookups',
  'call_counts',
  'sessions',
  'credential_uses',
  'idempotent_creates',
  'audit_events',
  'oauth_grants',
  'oauth_tokens',
  'oauth_devices',
  'oauth_interactions',
  'purchase_requests',
];

/** All tables that grow with traffic. */
export const GROWING_TABLES: readonly GrowingTable[] = [
  ...NAMES.map((name) => ({ writtenAs: `"${name}"`, relation: name })),
  // The rows of pg-boss's jobs are in the partition that all queues share.
  { writtenAs: 'pgboss.job', relation: 'pgboss.job_common' },
];
