/** Requests a second and App, by bucket. Windows are whole seconds of Unix time. Source: interface, "Limits". */
export const RATE_LIMITS = { create: 10, read: 100, write: 20, general: 100 } as const;

/** The bucket that a route counts in; every signed request counts in `general` as well. */
export type RateBucket = Exclude<keyof typeof RATE_LIMITS, 'general'>;

/** Failed authentications a second and caller address, before they are answered with 42901. */
export const AUTH_FAILURES_PER_SECOND = 100;

/** Sizes, spans and page sizes that every door of the service keeps. Source: interface, "Limits". An IPv6 address counts by its /64. */
export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Values in a body of JSON: far more than any operation takes. */
  bodyValues: 4000,
  /** Chunks, or reads of a connection, that one body may come in. */
  bodyPieces: 4096,
  /** Bodies over 16 KB of one address that are under way at the same time, together. */
  bodyBytesPerAddress: 8 * 1024 * 1024,
  connectionsPerAddress: 500,
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
  /** The same for filters that no index serves; half of it or more are rests, in which others go first. */
  listSearchMs: 6000,
  listsAtOnce: 1,
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
