export * from './common.ts';
export * from './credentials.ts';
export * from './errors.ts';
export * from './failures.ts';
export * from './metadata.ts';
export * from './scopes.ts';
