import { initContract } from '@ts-rest/core';
import { eventRoutes } from './events/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { intentRoutes } from './intents/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const c = initContract();

/** Every operation of the API, with its schemas, errors and metadata. */
export const contract = c.router(
  { ...healthRoutes, ...intentRoutes, ...eventRoutes, ...webhookRoutes },
  { strictStatusCodes: true },
);
export type Contract = typeof contract;
