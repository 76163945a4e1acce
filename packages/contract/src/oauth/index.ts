export * from './errors.ts';
export * from './grant-types.ts';
export * from './limits.ts';
export * from './oauth-contract.ts';
export * from './route-table.ts';
export * from './schemas.ts';
