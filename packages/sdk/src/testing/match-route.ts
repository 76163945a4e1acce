import { type OperationId, ROUTES } from '@procurement-intents/contract';
import { ApiError, decodePercent } from '@procurement-intents/domain';

const PATTERNS = (Object.keys(ROUTES) as OperationId[]).map((operation) => ({
  operation,
  method: ROUTES[operation].method as string,
  pattern: new RegExp(`^${ROUTES[operation].path.replace(':id', '(?<id>[^/]+)')}$`),
}));

/** The operation of a method and a path without query, with the id in the path. @throws ApiError when there is none. */
export function matchRoute(method: string, pathname: string): { operation: OperationId; id: string } {
  const routes = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
  const route = routes.find((each) => each.method === method);
  if (route) {
    const id = route.pattern.exec(pathname)?.groups?.['id'] ?? '';
    return { operation: route.operation, id: decodePercent(id) };
  }
  if (routes.length === 0) throw new ApiError('ROUTE_NOT_FOUND');
  const methods = [...new Set(routes.map((each) => each.method))].sort().join(', ');
  throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods } });
}
