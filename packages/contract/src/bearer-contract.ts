import { initContract } from '@ts-rest/core';
import { procurementRoutes } from './procurement/routes.ts';
import { adminRoutes } from './company/admin-routes.ts';
import { accountRoutes } from './company/account-routes.ts';
import { appEventRoutes } from './company/app-event-routes.ts';
import { appWebhookRoutes } from './company/app-webhook-routes.ts';
import { appRoutes } from './company/app-routes.ts';
import { checkRoutes } from './company/check-routes.ts';
import { clientRoutes } from './company/client-routes.ts';
import { dashboardRoutes } from './company/dashboard.ts';
import { companyIntentRoutes } from './company/intent-routes.ts';

const c = initContract();

/** Every operation under /v1 and /auth, with its schemas, errors and metadata. */
export const bearerContract = c.router(
  {
    ...accountRoutes,
    ...adminRoutes,
    ...clientRoutes,
    ...appRoutes,
    ...appEventRoutes,
    ...appWebhookRoutes,
    ...checkRoutes,
    ...dashboardRoutes,
    ...companyIntentRoutes,
    ...procurementRoutes,
  },
  { strictStatusCodes: true },
);
export type BearerContract = typeof bearerContract;

const used: ReadonlySet<string> = new Set(Object.values(bearerContract).map(({ method }) => method));

/** The methods of all operations under /v1 and /auth. HEAD is served wherever GET is. */
export const BEARER_METHODS = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) =>
  used.has(method),
);
