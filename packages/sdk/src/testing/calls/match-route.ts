import { type OperationId, ROUTES } from '@procurement-intents/contract';
import { ApiError, decodePercent } from '@procurement-intents/domain';
import { COMPANY_ROUTES, type CompanyId } from '../company/company-operations.ts';

interface Signed {
  scheme: 'signed';
  operation: OperationId;
}
interface Company {
  scheme: 'company';
  operation: CompanyId;
}
/** An operation, with the name that `fail` and `requests` of the service have for it. */
export type NamedOperation = (Signed | Company) & { name: string };

interface Route {
  target: NamedOperation;
  method: string;
  path: string;
  pattern: RegExp;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

const TABLE: Route[] = [
  ...(Object.keys(ROUTES) as OperationId[]).map((operation): Route => ({
    target: { scheme: 'signed', operation, name: operation },
    method: ROUTES[operation].method,
    path: ROUTES[operation].path,
    pattern: patternOf(ROUTES[operation].path),
  })),
  ...COMPANY_ROUTES.map(({ operation, name, method, path }): Route => ({
    target: { scheme: 'company', operation, name },
    method,
    path,
    pattern: patternOf(path),
  })),
];

/** The names of all operations. */
export const OPERATION_NAMES: readonly string[] = TABLE.map(({ target }) => target.name);

/** The operation of a method and a path without query, with the ids in the path. @throws ApiError when there is none. */
export function matchRoute(
  method: string,
  pathname: string,
): NamedOperation & { id: string; ids: Record<string, string> } {
  const fitting = TABLE.filter(({ pattern }) => pattern.test(pathname));
  // What an operation names as a whole is no id.
  const named = fitting.filter(({ path }) => path === pathname);
  const routes = named.length > 0 ? named : fitting;
  const route = routes.find((each) => each.method === method);
  if (route) {
    const given = Object.entries(route.pattern.exec(pathname)?.groups ?? {});
    const ids = Object.fromEntries(given.map(([name, value]) => [name, decodePercent(value)]));
    return { ...route.target, id: ids['id'] ?? '', ids };
  }
  if (routes.length === 0) throw new ApiError('ROUTE_NOT_FOUND');
  const methods = [...new Set(routes.map((each) => each.method))].sort().join(', ');
  throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods } });
}
