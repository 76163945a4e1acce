import { accountRoutes } from '@procurement-intents/contract/company';
import { oauthContract } from '@procurement-intents/contract/oauth';
import { procurementRoutes } from '@procurement-intents/contract/procurement';
import { pathOf } from '../../bearer/path-of.ts';
import { type MethodRow, RESOURCES } from '../../generated/bearer-tables.ts';
import { ACCOUNT_OPERATIONS, login } from './account.ts';
import type { CompanyOperation, OpenOperation } from './company-operation.ts';
import { CONTRACT_OPERATIONS } from './contracts.ts';
import { exchangeToken } from './exchange-token.ts';
import { ORDER_OPERATIONS } from './orders.ts';
import { REQUEST_OPERATIONS } from './purchase-requests.ts';
import { REPORT_OPERATIONS } from './reports.ts';
import { SUPPLIER_OPERATIONS } from './suppliers.ts';

/** Operations that need no credential. */
export const OPEN_OPERATIONS = { login, exchangeToken } satisfies Record<string, OpenOperation>;

/** The operations of the company's side that the service speaks. */
export const BEARER_OPERATIONS = {
  ...ACCOUNT_OPERATIONS,
  ...SUPPLIER_OPERATIONS,
  ...CONTRACT_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...REPORT_OPERATIONS,
} satisfies Record<string, CompanyOperation>;

type OpenId = keyof typeof OPEN_OPERATIONS;
export type BearerId = keyof typeof BEARER_OPERATIONS;
export type CompanyId = OpenId | BearerId;

export const isOpen = (operation: CompanyId): operation is OpenId => operation in OPEN_OPERATIONS;

const { exchangeToken: tokenRoute } = oauthContract;
const ROUTES = { ...accountRoutes, ...procurementRoutes, exchangeToken: tokenRoute };

/** The route of an operation, as the contract has it. */
export const companyRoute = (operation: CompanyId) => ROUTES[operation];

/** What clients call the operations that are no method of a resource. */
const NAMES = new Map([
  ['POST /oauth/token', 'oauth.token'],
  ['POST /auth/login', 'auth.login'],
  ['POST /auth/logout', 'auth.logout'],
  ...Object.entries(RESOURCES).flatMap(([resource, methods]) =>
    Object.entries(methods as Record<string, MethodRow>)
      // The same call with another `Accept`.
      .filter(([, [, , input]]) => input !== 'csv')
      .map(([method, [verb, suffix]]): [string, string] => [
        `${verb} ${pathOf(resource)}${suffix}`,
        `${resource}.${method}`,
      ]),
  ),
]);

/** Each operation with its route, and with the name that errors of the client have. */
export const COMPANY_ROUTES = (
  [...Object.keys(OPEN_OPERATIONS), ...Object.keys(BEARER_OPERATIONS)] as CompanyId[]
).map((operation) => {
  const { method, path } = companyRoute(operation);
  return {
    operation,
    method,
    path,
    name: NAMES.get(`${method} ${path}`) ?? operation,
  };
});
