import { initContract } from '@ts-rest/core';
import { procurementRoutes } from './procurement/routes.ts';
import { adminRoutes } from './bearer/admin-routes.ts';
import { accountRoutes } from './bearer/account-routes.ts';
import { appEventRoutes } from './bearer/app-event-routes.ts';
import { appWebhookRoutes } from './bearer/app-webhook-routes.ts';
import { appRoutes } from './bearer/app-routes.ts';
import { checkRoutes } from './bearer/check-routes.ts';
import { clientRoutes } from './bearer/client-routes.ts';
import { dashboardRoutes } from './bearer/dashboard.ts';
import { companyIntentRoutes } from './bearer/intent-routes.ts';

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
