/** Headers of a response that nobody on the way may keep, and no browser. */
export const NO_STORE = { 'Cache-Control': 'no-store' } as const;

/** Headers of a response that shows an intent as it is now. */
export const versionHeaders = ({ version }: { version: number }) => ({ ETag: `"${version}"` });

/**
 * Headers of the response to a create. A replay shows the intent as created: with the `ETag` of a later version, the
 * caller could overwrite changes unseen.
 */
export const createdHeaders = (isReplay: boolean) => ({
  ...(isReplay && { 'Idempotency-Replayed': 'true' }),
  ...versionHeaders({ version: 1 }),
});
