/**
 * A new `Idempotency-Key`: a create that is sent again under it, as after a lost answer, is done once. Browsers make UUIDs on https
 * and loopback addresses alone, random bytes everywhere.
 */
export const newCreateKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
