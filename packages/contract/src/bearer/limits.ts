/** Text lengths of the bearer scheme in Unicode code points, after trimming. */
export const BEARER_TEXT_LENGTHS = {
  /** Name of an App, an API key or a client of OAuth. */
  name: { min: 1, max: 100 },
  username: { min: 3, max: 64 },
  password: { min: 12, max: 128 },
  displayName: { min: 1, max: 100 },
} as const;

/** Sizes, counts and times of the bearer scheme. */
export const BEARER_LIMITS = {
  /** Valid session tokens of one person; the next log-in ends the oldest. */
  sessionsPerPerson: 50,
  /** Entries of an IP allow list, and characters of one. */
  ipEntries: 50,
  ipChars: 64,
  /** What is given to log in with. Whatever no account can have is wrong, not invalid. */
  givenNameChars: 256,
  givenPasswordChars: 1024,
  /** The longest body that a signature is checked of, in characters. */
  checkedBodyChars: 65_536,
  /** For how long a process answers with the counts of the dashboard that it has read. */
  dashboardSeconds: 5,
  /** How far back the calls of an App are counted. */
  usageMinutes: 60,
  /** How far back the calls to a platform are counted. */
  platformMinutes: 5,
  /** Up to how many intents and jobs the depth of the queue is counted. */
  queueCounted: 10_000,
} as const;

/** Failed attempts to log in, per minute. The form of an attempt is the same on every page and endpoint. */
export const LOGIN_FAILURES_PER_MINUTE = {
  /** Of one account, or OAuth client, at one address. An IPv6 address counts by its /64. */
  pair: 10,
  account: 30,
  address: 100,
} as const;
