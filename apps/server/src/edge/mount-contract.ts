import {
  contract,
  type Contract,
  type OperationId,
  ROUTES,
  SIGNING_HEADERS,
  type RouteMetadata,
} from '@procurement-intents/contract';
import { collectFieldProblems } from '@procurement-intents/domain';
import { type AppRouteImplementation, createExpressEndpoints } from '@ts-rest/express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { AppDirectory, CallingApp } from '../client-apps/app-directory.ts';
import { addressKey } from '../infra/address-key.ts';
import type { Clock } from '../postgres/clock.ts';
import { ApiError, ValidationError } from '../errors.ts';
import { checkSignature, identify } from './authenticate.ts';
import { callerIp, checkIp } from './check-ip.ts';
import { bodyOf } from './express-messages.ts';
import { readBody } from './guard-size.ts';
import { parseBody } from './parse-body.ts';
import type { OperationTable } from './operation-table.ts';
import type { RateLimiter } from './rate-limit.ts';
import { NO_BODY } from './request-body.ts';
import { contextOf } from './request-context.ts';

/** One handler an operation of the contract. */
export type Handlers = { [K in keyof Contract]: AppRouteImplementation<Contract[K]> };

export interface GateDeps {
  apps: AppDirectory;
  clock: Clock;
  limiter: RateLimiter;
}

interface MatchedRoute {
  method: string;
  path: string;
  metadata: RouteMetadata;
}

const OPERATIONS = new Map(
  (Object.keys(ROUTES) as OperationId[]).map((id) => [`${ROUTES[id].method} ${ROUTES[id].path}`, id]),
);

function operationOf({ method, path }: MatchedRoute): OperationId {
  const id = OPERATIONS.get(`${method} ${path}`);
  if (id === undefined) throw new Error(`${method} ${path} is no operation of the contract`);
  return id;
}

/** Names the App and lets it prove itself: what it must show without its body first, then the body's signature. */
async function authenticate(
  req: Request,
  res: Response,
  deps: GateDeps & { body: 'json' | 'none' },
): Promise<CallingApp> {
  const from = addressKey(callerIp(req));
  const appId = req.get(SIGNING_HEADERS.appId) ?? '';
  // Invented ids cost a query each; who signs well keeps being served, whatever others do from the same address.
  if (!deps.apps.isKnown(appId)) await deps.limiter.checkAuthFailures(from);
  const countFailure = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError) await deps.limiter.consumeAuthFailure(from);
    throw error;
  };
  const app = await identify(req, deps).catch(countFailure);
  const context = contextOf(req);
  context.rawBody = await readBody(req, res, deps.body);
  try {
    checkSignature(req, context.rawBody, app, deps.clock.now());
  } catch (error) {
    context.rawBody = NO_BODY;
    bodyOf(req).discard();
    return countFailure(error);
  }
  return app;
}

/** Everything that stands between a matched route and its validation, in the order of refusals. */
function gate(deps: GateDeps) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const route = (req as Request & { tsRestRoute: MatchedRoute }).tsRestRoute;
    const { metadata } = route;
    const context = contextOf(req);
    context.operation = operationOf(route);
    if (metadata.auth === 'signed') {
      const app = await authenticate(req, res, { ...deps, body: metadata.body });
      context.app = app;
      // Counted before the next two refuse, so that their answers carry the headers too; refused in the documented order.
      const overLimit = await deps.limiter
        .consume(app.id, metadata.rateLimit, res)
        .catch((error: unknown) => error);
      checkIp(app, callerIp(req));
      if (!app.permissions.includes(metadata.permission)) throw new ApiError('PERMISSION_MISSING');
      if (overLimit !== undefined) throw overLimit;
      req.body = parseBody(req, context.rawBody, metadata.body);
    } else {
      await readBody(req, res, 'none');
    }
    next();
  };
}

/** Puts every operation of the contract on `app`, each behind the gate that its metadata asks for. */
export function mountContract(app: Express, handlers: Handlers, deps: GateDeps): void {
  createExpressEndpoints(contract, handlers, app, {
    globalMiddleware: [gate(deps) as never],
    responseValidation: false,
    logInitialization: false,
    requestValidationErrorHandler: (error, _req, _res, next) => {
      next(
        new ValidationError(collectFieldProblems([error.pathParams, error.headers, error.query, error.body])),
      );
    },
  });
}

/** Answers what is no operation: 405 with `Allow` when the path has other methods, else 404. */
export function refuseUnmatched({ methodsAt }: Pick<OperationTable, 'methodsAt'>): RequestHandler {
  return (req, _res, next) => {
    const methods = methodsAt(req);
    if (methods.length === 0) return next(new ApiError('ROUTE_NOT_FOUND'));
    return next(new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } }));
  };
}
