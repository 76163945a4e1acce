export * from './delivery-schemas.ts';
export * from './endpoint-schemas.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './routes.ts';
export * from './states.ts';
