/** Whether an endpoint gets deliveries. */
export const ENDPOINT_STATUSES = ['ENABLED', 'DISABLED'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Why an endpoint is disabled. */
export const DISABLED_REASONS = {
  CALLER: 'its App disabled it',
  GONE: 'it answered 410',
  FAILING: 'its deliveries failed for days',
  MOVED: 'it was made of an address that the App had, and nobody has enabled it yet',
} as const;
export type DisabledReason = keyof typeof DISABLED_REASONS;

/** What a delivery holds: the event alone, or also the intent as it stands then. */
export const PAYLOADS = ['thin', 'full'] as const;
export type Payload = (typeof PAYLOADS)[number];

/** The states of a delivery. */
export const DELIVERY_STATES = {
  PENDING: 'an attempt is due or under way',
  SUCCEEDED: 'the receiver took it',
  FAILED: 'the last attempt failed',
  ENDED: 'it is sent no more, because its endpoint was disabled',
} as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

/** Why an attempt was made. */
export const ATTEMPT_TRIGGERS = ['SCHEDULE', 'RETRY', 'REPLAY'] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

/** Why an attempt failed. */
export const ATTEMPT_ERRORS = {
  DNS: 'the name of the host does not resolve',
  BLOCKED_ADDRESS: 'the host has an address that is not public',
  CONNECT: 'no connection',
  TLS: 'no TLS connection, or its certificate is not valid for the host',
  TIMEOUT: 'no answer in time',
  RESET: 'the connection ended before the answer',
  STATUS: 'the answer was no 2xx',
  UNKNOWN: 'the process that made the attempt ended before its answer',
} as const;
export type AttemptError = keyof typeof ATTEMPT_ERRORS;

/** What a replay sends: what has not arrived, or all. */
export const REPLAY_SCOPES = ['missed', 'all'] as const;
export type ReplayScope = (typeof REPLAY_SCOPES)[number];

/** The states of a replay. */
export const REPLAY_STATES = {
  RUNNING: 'it sends events',
  DONE: 'it has sent all of them',
  ENDED: 'it was ended, because its endpoint was disabled',
} as const;
export type ReplayState = keyof typeof REPLAY_STATES;

/** `the words` of a table of states, for descriptions: `NAME` (what it means). */
export const describeStates = (states: Readonly<Record<string, string>>): string =>
  Object.entries(states)
    .map(([name, meaning]) => `\`${name}\` (${meaning})`)
    .join(', ');
