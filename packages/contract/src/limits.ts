/** Requests per second and App, by bucket. Windows are whole seconds of Unix time. Source: interface, "Limits". */
export const RATE_LIMITS = { create: 10, read: 100, write: 20, general: 100 } as const;

/** The bucket that a route counts in; every signed request counts in `general` as well. */
export type RateBucket = Exclude<keyof typeof RATE_LIMITS, 'general'>;

/** Failed authentications per second and caller address; any more are answered with 42901. */
export const AUTH_FAILURES_PER_SECOND = 100;

/**
 * Sizes, durations and page sizes at every entry point of the service: what a caller plans with. Source: interface,
 * "Limits".
 */
export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Values in a JSON body: far more than any operation needs. */
  bodyValues: 4000,
  /** Fields of a form: far more than any page has. */
  formFields: 100,
  urlChars: 8192,
  processingMs: 30_000,
  timestampSkewMs: 300_000,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  cancelWaitMs: 20_000,
  idempotencyKeyChars: 255,
  requestIdChars: 128,
  productUrlChars: 2048,
  filterValues: 100,
  listMs: 2000,
  /** `listMs` for filters without an index. At least half of this time is pauses that let other queries run. */
  listSearchMs: 6000,
  /** The newest events of a timeline: no purchase has as many, but its caller may update a draft for ever. */
  eventsShown: 1000,
  /** Events on a page of the feed. */
  feedPageDefault: 100,
  feedPageMax: 500,
  /** Types that one call of the feed can name. */
  feedTypes: 20,
  /** How long a call of the feed can wait for an event. */
  feedWaitSeconds: 25,
} as const;

/**
 * How much of a process one caller or address can hold, so that none stops the service for others. An IPv6 address counts
 * by its /64.
 */
export const DEFENCES = {
  /** Chunks, or reads of a connection, in which one body may arrive. */
  bodyChunks: 4096,
  /** Total size of the bodies over 16 KB that one address sends at the same time. */
  bodyBytesPerAddress: 8 * 1024 * 1024,
  connectionsPerAddress: 500,
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
  /** All known Apps of one address together have so many times `unadmittedPerSecond`. */
  busyAppsPerAddress: 5,
  /** Bytes of answers that an App may leave unread before its reads are refused. */
  unreadBytes: 8_000_000,
  /** Calls of one App that wait for events in a process. */
  feedWaits: 5,
  listsAtOnce: 1,
  /** Lists of one App that wait for their turn: all that its rate limit lets it start in a second. */
  listsWaiting: RATE_LIMITS.read,
  /** Calls of one person, or of one client without a person, to /v1 that a process works on. */
  callsAtOnce: 8,
  /** Such calls that wait for their turn. */
  callsWaiting: RATE_LIMITS.general,
} as const;

/** Text lengths in Unicode code points, after trimming. */
export const TEXT_LENGTHS = {
  userId: { min: 1, max: 64 },
  title: { min: 1, max: 200 },
  recipientName: { min: 2, max: 50 },
  address: { min: 5, max: 200 },
  remarks: { min: 0, max: 500 },
} as const;

/** Money in yuan, quantities in pieces. */
export const AMOUNTS = {
  priceMin: 0.01,
  priceMax: 99_999_999.99,
  quantityMax: 999_999,
  totalMax: 99_999_999_999.99,
} as const;
