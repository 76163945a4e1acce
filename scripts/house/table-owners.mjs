/**
 * Who uses which table by statements of its own: rooms, folders of `apps/server/src`. The owner says what a row is. Whoever
 * else reads or writes the table stands here with the reason, because a change of the table has to ask them too; a room that
 * calls an exported statement of the owner does not. Whoever writes may also read. What functions and triggers of the
 * database do, `apps/server/prisma/functions.sql` shows.
 *
 * @type {Record<string, {
 *   owner: string,
 *   readers?: Record<string, string>,
 *   writers?: Record<string, string>,
 *   recorded?: Record<string, string>,
 * }>}
 *
 * `recorded`: the audit log tells of changes of the table, or it is written together with what the log tells of. Outside of a unit
 * of work the types of the database have no method of Prisma that writes it (`RecordedModel` in `postgres/transaction.ts`). They
 * know nothing of what SQL does: here is each file whose SQL writes the table, with the reason.
 */
export const TABLES = {
  apps: {
    owner: 'client-apps',
    readers: {
      archive: 'archives intents by their days',
      dashboard: 'counts them',
      events: 'publishes for endpoints of Apps that may have events',
      webhooks: 'serves endpoints of Apps that may have events',
    },
    recorded: {},
  },
  app_secrets: { owner: 'client-apps', recorded: {} },
  app_registry: { owner: 'client-apps' },
  intents: {
    owner: 'intent-rows',
    writers: {
      archive: 'archives by age',
      intents: 'creates, deletions, labels, redaction',
      'personal-data': 'seals recipients under another key',
      purchasing: 'attempts, and when they are due',
    },
    recorded: {
      'archive/store/archive-by-age.ts': 'an event tells it',
      'intent-rows/change-row.ts': 'purchases',
      'intent-rows/write-intents.ts': 'callers, whose record `recorded-intents.ts` adds, and purchases',
      'intents/store/cancel-requests.ts': 'callers, whose record `recorded-intents.ts` adds',
      'intents/store/deletions.ts': 'callers, whose record `recorded-intents.ts` adds',
      'intents/store/insert-intents.ts': 'creates of Apps, and of approvals in a unit of work',
      'intents/store/labels.ts': 'an App alone sets labels',
      'intents/store/order-checks.ts': 'when a worker looks at an order',
      'intents/store/person-store.ts': 'in a unit of work',
      'intents/store/redact-intents.ts': 'an event tells it',
      'personal-data/store/recipient-rows.ts': 'the same recipient under another key',
      'purchasing/store/claim-intents.ts': 'purchases',
      'purchasing/store/mark-in-flight.ts': 'purchases',
      'purchasing/store/take-due-intents.ts': 'purchases',
      'purchasing/store/update-feed.ts': 'purchases',
    },
  },
  // A trigger writes it.
  intent_labels: { owner: 'intents' },
  // Intents that have moved: the same rows. `archive` moves them by functions of the database.
  archived_intents: {
    owner: 'intent-rows',
    writers: {
      intents: 'redaction, and the timelines that have moved',
      'personal-data': 'seals recipients under another key',
    },
  },
  // The keys of intents that have moved, for creates alone. Functions of the database write them, which `archive` calls.
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
    },
  },
  unpublished_events: {
    owner: 'intent-rows',
    writers: { events: 'takes what it publishes' },
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
  webhook_endpoints: {
    owner: 'webhooks',
    readers: { events: 'queues deliveries as it publishes' },
    recorded: {
      'webhooks/store/finish-attempts.ts': 'the service disables what takes nothing: an event tells it',
    },
  },
  webhook_secrets: { owner: 'webhooks', recorded: {} },
  webhook_lanes: { owner: 'webhooks', writers: { 'webhook-rows': 'locks and wakes senders' } },
  webhook_deliveries: {
    owner: 'webhooks',
    writers: { 'webhook-rows': 'adds what the publisher and replays queue' },
    recorded: {
      'webhook-rows/deliveries.ts': 'what the publisher and replays queue',
      'webhooks/store/claim-deliveries.ts': 'senders',
      'webhooks/store/delivery-log.ts': 'in a unit of work',
      'webhooks/store/finish-attempts.ts': 'senders',
      'webhooks/store/sweeps.ts': 'what is old, or of a disabled endpoint',
    },
  },
  webhook_attempts: { owner: 'webhooks' },
  webhook_replays: {
    owner: 'webhooks',
    recorded: {
      'webhooks/store/replays.ts': 'how far a replay has come',
      'webhooks/store/sweeps.ts': 'what is kept no longer',
    },
  },
  users: {
    owner: 'identity',
    readers: {
      'api-keys': 'what the maker of a key may still do',
      'company-intents': 'what a person may do now',
      oauth: 'what the person of a token may still do',
      'user-rows': 'holds password and rights until a transaction ends',
    },
    recorded: {},
  },
  sessions: {
    owner: 'identity',
    recorded: {
      'identity/store/session-store.ts':
        'those that have expired; and the oldest of too many, in a unit of work',
      'identity/store/console-session-store.ts': 'how long a session in use lasts, and its next cookie',
    },
  },
  api_keys: { owner: 'api-keys', recorded: {} },
  credential_uses: {
    owner: 'auth',
    readers: {
      'api-keys': 'shows the last use of a key',
      identity: 'shows the last use of a session',
      oauth: 'shows the last use of a consent',
    },
  },
  call_counts: { owner: 'call-figures' },
  breaker_states: { owner: 'call-figures' },
  idempotent_creates: {
    owner: 'changes',
    writers: {
      'purchase-requests': 'overwrites the hash of a request that is redacted',
      webhooks: 'frees the keys of replays that are kept no longer',
    },
    recorded: {
      'purchase-requests/store/redact-requests.ts': 'the hash of a request that is redacted',
      'webhooks/store/sweeps.ts': 'the keys of replays that are kept no longer',
    },
  },
  audit_events: { owner: 'audit', readers: { 'audit-log': 'shows it' }, recorded: {} },
  suppliers: {
    owner: 'suppliers',
    readers: { 'purchase-requests': 'whose product it is', reports: 'names them' },
    recorded: {},
  },
  supplier_registry: { owner: 'suppliers' },
  contracts: { owner: 'contracts', recorded: {} },
  contract_lines: { owner: 'contracts', recorded: {} },
  purchase_requests: {
    owner: 'purchase-requests',
    readers: { contracts: 'adds up what is used of a ceiling', dashboard: 'counts what is pending' },
    writers: { 'personal-data': 'seals recipients under another key' },
    recorded: {
      'personal-data/store/recipient-rows.ts': 'the same recipient under another key',
      'purchase-requests/store/redact-requests.ts': 'by their age; and a mark, in a unit of work',
    },
  },
  oauth_clients: { owner: 'oauth', recorded: {} },
  oauth_grants: {
    owner: 'oauth',
    writers: { identity: 'ends what a person has consented to' },
    recorded: {
      'oauth/store/client-tokens.ts': 'tokens of a client itself are no consent',
      'oauth/store/exchange-code.ts': 'ends what a repeated code has given',
      'oauth/store/refresh-tokens.ts': 'ends what a repeated token has given',
      'oauth/store/sweeps.ts': 'what is kept no longer',
      'oauth/store/token-store.ts': 'a client revokes its own token',
    },
  },
  oauth_tokens: { owner: 'oauth' },
  oauth_devices: { owner: 'oauth' },
  oauth_interactions: { owner: 'oauth', writers: { identity: 'ends log-ins of a person that wait' } },
};
