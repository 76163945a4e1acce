import { initContract } from '@ts-rest/core';
import { procurementRoutes } from '../procurement/routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { appEventRoutes } from './app-event-routes.ts';
import { appRoutes } from './app-routes.ts';
import { checkRoutes } from './check-routes.ts';
import { clientRoutes } from './client-routes.ts';
import { dashboardRoutes } from './dashboard.ts';
import { companyIntentRoutes } from './intent-routes.ts';

const c = initContract();

/** Every operation under /v1 and /auth, with its schemas, errors and metadata. */
export const bearerContract = c.router(
  {
    ...accountRoutes,
    ...adminRoutes,
    ...clientRoutes,
    ...appRoutes,
    ...appEventRoutes,
    ...checkRoutes,
    ...dashboardRoutes,
    ...companyIntentRoutes,
    ...procurementRoutes,
  },
  { strictStatusCodes: true },
);
export type BearerContract = typeof bearerContract;
