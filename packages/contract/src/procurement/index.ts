export * from './limits.ts';
export * from './states.ts';
export * from './contracts.ts';
export * from './fields.ts';
export * from './purchase-requests.ts';
export * from './suppliers.ts';
export * from './route-table.ts';
export * from './routes.ts';
