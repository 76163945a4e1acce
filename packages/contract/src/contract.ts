import { initContract } from '@ts-rest/core';
import { eventRoutes } from './events/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { type Method, METHODS } from './signed/http.ts';
import { intentRoutes } from './intents/routes.ts';
import { signedPartOf } from './signed/metadata.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const c = initContract();

/** Every operation of the API, with its schemas, errors and metadata. */
export const contract = c.router(
  { ...healthRoutes, ...intentRoutes, ...eventRoutes, ...webhookRoutes },
  { strictStatusCodes: true },
);
export type SignedContract = typeof contract;

const signedRoutes = Object.values(contract).map(({ method, metadata }) => ({
  method,
  body: signedPartOf(metadata)?.body,
}));

/** The methods of the operations that take a body; every other of METHODS takes none. */
export const METHODS_WITH_BODY: readonly Method[] = METHODS.filter((each) =>
  signedRoutes.some(({ method, body }) => method === each && body === 'json'),
);
