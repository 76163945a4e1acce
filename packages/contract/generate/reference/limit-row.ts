import { ERRORS, type ErrorName } from '../../src/errors.ts';

/** A row of the page of limits. */
export type LimitRow = readonly [what: string, value: string, beyond: string];

/** One row for each limit of a table, so that a new limit without a row does not compile. */
export type LimitRows<Limits> = Record<keyof Limits, LimitRow>;

export const seconds = (ms: number): string => `${ms / 1000} s`;
export const refusal = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;
export const megabytes = (bytes: number): string => `${bytes / 1024 ** 2} MB`;
export const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;
