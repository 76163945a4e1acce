/**
 * Who uses which table by statements of its own: rooms, folders of `apps/server/src`. The owner says what a row is. Whoever
 * else reads or writes the table stands here with the reason, because a change of the table has to ask them too; a room that
 * calls an exported statement of the owner does not. Whoever writes may also read. What functions and triggers of the
 * database do, `apps/server/prisma/functions.sql` shows.
 *
 * @type {Record<string, { owner: string, readers?: Record<string, string>, writers?: Record<string, string> }>}
 */
export const TABLES = {
  apps: {
    owner: 'client-apps',
    readers: {
      dashboard: 'counts them',
      events: 'publishes for endpoints of Apps that may have events',
      intents: 'archives by their days',
      webhooks: 'serves endpoints of Apps that may have events',
    },
  },
  app_secrets: { owner: 'client-apps' },
  app_registry: { owner: 'client-apps' },
  intents: {
    owner: 'intent-rows',
    writers: {
      intents: 'creates, deletions, labels, the archive, redaction',
      'personal-data': 'seals recipients under another key',
      purchasing: 'attempts, and when they are due',
    },
  },
  // A trigger writes it.
  intent_labels: { owner: 'intents' },
  archived_intents: {
    owner: 'intents',
    readers: { 'intent-rows': 'reads intents wherever they lie' },
    writers: { 'personal-data': 'seals recipients under another key' },
  },
  // Functions of the database write it.
  archived_keys: { owner: 'intents' },
  // Triggers write it.
  intent_counts: {
    owner: 'intents',
    readers: { dashboard: 'totals by status', reports: 'shows the Apps that have intents' },
  },
  signed_creates: { owner: 'intents' },
  intent_events: {
    owner: 'intent-rows',
    readers: { intents: 'timelines', purchasing: 'changes of what was ordered' },
    writers: {
      events: 'ends the timelines of deleted intents',
      'personal-data': 'overwrites what may quote a person',
      webhooks: 'adds the events of endpoints',
    },
  },
  unpublished_events: {
    owner: 'intent-rows',
    writers: { events: 'takes what it publishes', webhooks: 'adds the events of endpoints' },
  },
  order_lookups: {
    owner: 'purchasing',
    readers: { intents: 'an intent with a look-up keeps its recipient' },
    writers: { 'intent-rows': 'the statement that ends or deletes an intent schedules one' },
  },
  order_claims: { owner: 'purchasing' },
  order_feeds: { owner: 'purchasing' },
  app_events: {
    owner: 'events',
    readers: { webhooks: 'the contents of deliveries, and what replays send' },
  },
  app_event_counts: { owner: 'events' },
  webhook_endpoints: { owner: 'webhooks', readers: { events: 'queues deliveries as it publishes' } },
  webhook_secrets: { owner: 'webhooks' },
  webhook_lanes: { owner: 'webhooks', writers: { 'webhook-rows': 'locks and wakes senders' } },
  webhook_deliveries: { owner: 'webhooks', writers: { events: 'queues deliveries as it publishes' } },
  webhook_attempts: { owner: 'webhooks' },
  webhook_replays: { owner: 'webhooks' },
  users: {
    owner: 'identity',
    readers: {
      'api-keys': 'what the maker of a key may still do',
      'company-intents': 'what a person may do now',
      oauth: 'what the person of a token may still do',
      'user-rows': 'holds password and rights until a transaction ends',
    },
  },
  sessions: { owner: 'identity' },
  api_keys: { owner: 'api-keys' },
  credential_uses: {
    owner: 'auth',
    readers: {
      'api-keys': 'shows the last use of a key',
      identity: 'shows the last use of a session',
      oauth: 'shows the last use of a consent',
    },
  },
  idempotent_creates: {
    owner: 'changes',
    writers: {
      'purchase-requests': 'overwrites the hash of a request that is redacted',
      webhooks: 'frees the keys of replays that are kept no longer',
    },
  },
  audit_events: { owner: 'audit', readers: { 'audit-log': 'shows it' } },
  suppliers: {
    owner: 'suppliers',
    readers: { 'purchase-requests': 'whose product it is', reports: 'names them' },
  },
  supplier_registry: { owner: 'suppliers' },
  contracts: { owner: 'contracts' },
  contract_lines: { owner: 'contracts' },
  purchase_requests: {
    owner: 'purchase-requests',
    readers: { contracts: 'adds up what is used of a ceiling', dashboard: 'counts what is pending' },
    writers: { 'personal-data': 'seals recipients under another key' },
  },
  oauth_clients: { owner: 'oauth' },
  oauth_grants: { owner: 'oauth', writers: { identity: 'ends what a person has consented to' } },
  oauth_tokens: { owner: 'oauth' },
  oauth_devices: { owner: 'oauth' },
  oauth_interactions: { owner: 'oauth', writers: { identity: 'ends log-ins of a person that wait' } },
};
