/**
 * The key of a create: the caller's, or a new one. Made once, before the first attempt, it makes retries safe. A value that
 * a program read and did not find (`undefined`, `null`) is no key: sent as one, it would leave the create without any.
 */
export const createKeyOf = (given: string | null | undefined): string => given ?? crypto.randomUUID();
