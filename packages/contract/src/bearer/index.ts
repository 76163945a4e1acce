export type { FilterKind, FilterRow, ListDefinition } from '../lists/list-definition.ts';
export * from '../lists/query-values.ts';
export * from './common.ts';
export * from './credentials.ts';
export * from './errors.ts';
export * from './failures.ts';
export * from './list-query.ts';
export * from './metadata.ts';
export * from './scopes.ts';
