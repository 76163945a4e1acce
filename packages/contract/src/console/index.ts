export * from './console-contract.ts';
export * from './limits.ts';
export * from './route-table.ts';
