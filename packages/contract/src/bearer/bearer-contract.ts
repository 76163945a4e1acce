import { initContract } from '@ts-rest/core';
import { adminRoutes } from './admin-routes.ts';
import { accountRoutes } from './account-routes.ts';

const c = initContract();

/** Every operation under /v1 and /auth, with its schemas, errors and metadata. */
export const bearerContract = c.router({ ...accountRoutes, ...adminRoutes }, { strictStatusCodes: true });
export type BearerContract = typeof bearerContract;
