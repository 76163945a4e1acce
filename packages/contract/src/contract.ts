import { initContract } from '@ts-rest/core';
import { healthRoutes } from './health/routes.ts';
import { intentRoutes } from './intents/routes.ts';

const c = initContract();

/** The API's table of contents: every operation with its schemas, errors and rules. */
export const contract = c.router({ ...healthRoutes, ...intentRoutes }, { strictStatusCodes: true });
export type Contract = typeof contract;
