import { contractRoutes } from './contract-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { supplierRoutes } from './supplier-routes.ts';

/** Every operation of procurement, with its schemas, errors and metadata. */
export const procurementRoutes = {
  ...supplierRoutes,
  ...contractRoutes,
  ...requestRoutes,
  ...orderRoutes,
  ...reportRoutes,
};
