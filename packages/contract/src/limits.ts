/** Requests per second and App, by bucket. Windows are whole seconds of Unix time. Source: interface, "Limits". */
export const RATE_LIMITS = { create: 10, read: 100, write: 20, general: 100 } as const;

/** The bucket that a route counts in; every signed request counts in `general` as well. */
export type RateBucket = Exclude<keyof typeof RATE_LIMITS, 'general'>;

/** Requests per second that do not count for an App, by bucket, in the same windows. */
export const CALLER_RATES = {
  /** Calls of one bearer credential. */
  bearer: 100,
  /** Calls of one client under /oauth; a public one, which anybody can name, counts at each address by itself. */
  oauth: 100,
  /** Failed authentications of one address; any more are answered with 42901. */
  authFailure: 100,
} as const;

/** What one sender can do per minute of Unix time, by bucket. */
export const MINUTE_RATES = {
  /** Signatures that one credential has checked: each is up to 2,000 digests for each secret of the App. */
  signatureChecks: 30,
  /** Device flows that one address begins for one public client, which anybody can name. */
  deviceStarts: 30,
} as const;

/**
 * Sizes, durations and page sizes at every entry point of the service: what a caller plans with. Source: interface,
 * "Limits".
 */
export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Values in a JSON body: more than the longest batch needs. */
  bodyValues: 4000,
  /** Size and fields of a form: far more than any page has. */
  formBytes: 64 * 1024,
  formFields: 100,
  /** The request line and all headers: more than a URL may have, so that a longer one is refused as too long. */
  headerBytes: 64 * 1024,
  /** The slowest clients need less than a second for their headers. */
  headersMs: 10_000,
  /** Longer than any response takes to start. A connection without traffic for so long has a client that does not read. */
  idleMs: 40_000,
  /**
   * Between two requests of a connection. Longer than the idle time of common load balancers (60 s), so that they close
   * first and send no request on a connection that is being closed here.
   */
  keepAliveMs: 65_000,
  urlChars: 8192,
  /** Wrong fields that one answer names. No operation has as many. */
  reportedFields: 100,
  processingMs: 30_000,
  timestampSkewMs: 300_000,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  cancelWaitMs: 20_000,
  idempotencyKeyChars: 255,
  requestIdChars: 128,
  productUrlChars: 2048,
  filterValues: 100,
  labelsPerIntent: 20,
  labelKeyChars: 40,
  /** Filters by labels of one list. */
  labelFilters: 5,
  listMs: 2000,
  /** `listMs` for filters without an index. At least half of this time is pauses that let other queries run. */
  listSearchMs: 6000,
  /** The most days from the end of an intent until it is archived by itself. */
  archiveAfterDays: 3650,
  /** The newest events of a timeline: no purchase has as many, but its caller may update a draft for ever. */
  eventsShown: 1000,
  /** Events on a page of the feed. */
  feedPageDefault: 100,
  feedPageMax: 500,
  /** Events that are looked through for one page of the feed: a filter that nothing passes costs no more than that. */
  feedLookedThrough: 10_000,
  /** Types that one call of the feed can name. */
  feedTypes: 20,
  /** How long a call of the feed can wait for an event. */
  feedWaitSeconds: 25,
  /** Intents of one batch. */
  batchItems: 100,
  /** Product pages that one batch reads at once, and the time that it has for all of them. */
  batchPagesAtOnce: 10,
  batchPagesMs: 10_000,
  /** Intents that an export reads and sends at once. */
  exportPage: 500,
  /** How long an export waits for a receiver that takes nothing, and how long it lasts in all. */
  exportIdleMs: 30_000,
  exportMs: 900_000,
} as const;

/**
 * Operations whose calls count by the entries of a list in their body: once in their own limit for each `entries` of them,
 * the last of which may be fewer. A list longer than `most` is refused, and counts as one of so many. All others count once.
 */
export const RATE_WEIGHTS = {
  createIntents: { list: 'items', entries: 10, most: LIMITS.batchItems },
} as const;

/**
 * How much of a process one caller or address can hold, so that none stops the service for others. An IPv6 address counts
 * by its /64.
 */
export const DEFENCES = {
  /** Chunks, or reads of a connection, in which one body may arrive. */
  bodyChunks: 4096,
  /**
   * A body up to this size counts for no total. No valid create or update of one record is larger in UTF-8, and without
   * labels not even fully escaped, so large bodies of other callers never cause its refusal. The limit on connections bounds
   * the sum.
   */
  exemptBodyBytes: 16 * 1024,
  /** Total size of the larger bodies that one address sends at the same time. */
  bodyBytesPerAddress: 8 * 1024 * 1024,
  connectionsPerAddress: 500,
  /** For IPv6, those of one /56 and of one /48 together: what a network gives to one customer, too. */
  connectionsPer56: 1000,
  connectionsPer48: 1500,
  /** Requests of one connection whose responses are not complete. */
  pipelinedRequests: 32,
  /** So many on one connection are a flood by themselves: Node parses what one read holds to its end. */
  pipelinedFlood: 256,
  /**
   * Connections that exceed `pipelinedRequests`, of one App at one address in a second, or of all others there; also the
   * connections on which they send a body in chunks that nobody reads.
   */
  floodsPerSecond: 8,
  /** Changes of TLS keys in a second, by the same senders: 12 us for each. Clients change them after gigabytes. */
  keyUpdatesPerSecond: 64,
  /** How long the address of a flood without an App gets no new connection. By then those that were closed are gone. */
  floodBlockMs: 2000,
  /** Chunks of bodies of one App at one address in a second, or of all others there: two bodies of the most chunks. */
  chunksPerSecond: 8192,
  /** Requests of one address a second that no rate limit of an App admits; beyond them, each waits for a second. */
  unadmittedPerSecond: 200,
  /** How long a request beyond that waits. */
  holdMs: 1000,
  /** All known Apps of one address together have so many times `unadmittedPerSecond`. */
  busyAppsPerAddress: 5,
  /** Bytes of answers that an App may leave unread before its reads are refused. */
  unreadBytes: 8_000_000,
  /** Calls of one App that wait for events in a process. */
  feedWaits: 5,
  /** Exports of one App in a process. */
  exports: 2,
  /** Calls that wait for the outcome of one cancellation. A few retries may; the stored request serves all of them. */
  cancelWaits: 4,
  /** Lists of one App, and lists and reports under /v1 of one person, or of one client without a person. */
  listsAtOnce: 1,
  /** Those of one caller that wait for their turn: all that a rate limit lets it start in a second. */
  listsWaiting: RATE_LIMITS.read,
  /** Calls of one person, or of one client without a person, to /v1 that a process works on. */
  callsAtOnce: 8,
  /** Such calls that wait for their turn. */
  callsWaiting: RATE_LIMITS.general,
} as const;

/** What one process holds at the same time, for all callers together. */
export const CAPACITIES = {
  /**
   * In the worst case, each has 64 KB of incomplete headers and 16 KB of a body: 160 MB, which fits a container of 512 MB
   * with the process itself and its budget for larger bodies.
   */
  connections: 2000,
  /** Total size of unfinished bodies over `DEFENCES.exemptBodyBytes`: parsing needs memory too. */
  bodyBytes: 64 * 1024 * 1024,
  /** Held requests on connections of proxies, which open a connection for each. */
  heldOfProxies: 500,
  /** Lists of Apps that cost more than a page, each on one connection and one core of the database. */
  lists: 4,
  /** Lists and reports under /v1, on the four connections of that side; the others remain for log-ins and changes. */
  companyLists: 2,
  /** Calls under /v1. Most take milliseconds; some wait for a platform. */
  companyCalls: 64,
  /** Passwords that wait until the one before is hashed or compared. */
  passwordsWaiting: 20,
  /** Orders that platforms are asked about for waiting calls. Each is read ten times a second. */
  orderRefreshes: 40,
} as const;

/** Text lengths in Unicode code points, after trimming. */
export const TEXT_LENGTHS = {
  userId: { min: 1, max: 64 },
  title: { min: 1, max: 200 },
  recipientName: { min: 2, max: 50 },
  address: { min: 5, max: 200 },
  remarks: { min: 0, max: 500 },
  label: { min: 1, max: 100 },
} as const;

/** Money in yuan, quantities in pieces. */
export const AMOUNTS = {
  priceMin: 0.01,
  priceMax: 99_999_999.99,
  quantityMax: 999_999,
  totalMax: 99_999_999_999.99,
} as const;
