/**
 * SQL for a version 7 UUID with this time: time, version, and the random digits of a version 4 UUID behind its own.
 *
 * @param time - SQL for a `timestamptz`.
 */
export const uuidAt = (time: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
