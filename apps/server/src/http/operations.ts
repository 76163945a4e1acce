import {
  contract,
  type Contract,
  METHODS,
  type OperationId,
  type RouteMetadata,
  ROUTES,
} from '@procurement-intents/contract';
import { collectFieldProblems, decodePercent, ValidationError } from '@procurement-intents/domain';
import { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';
import type { Answer, Handlers } from './handler.ts';
import type { RequestContext } from './request-context.ts';

/** An operation of the contract. */
export interface Operation {
  readonly id: OperationId;
  readonly metadata: RouteMetadata;
  /** Validates all fields of the request by the route's schemas, and calls the feature's handler. */
  respond(request: RequestContext): Promise<Answer>;
}

interface Route extends Operation {
  readonly segments: readonly string[];
}

export interface Match {
  operation: Operation;
  /** Values of the path's placeholders, decoded. */
  params: Readonly<Record<string, string>>;
}

/** The operations of the contract, found by method and path. */
export interface Operations {
  /** The operation at this path; null when there is none. */
  find(method: string, path: string): Match | null;
  /** The methods of the operations at this path, sorted, without HEAD. */
  methodsAt(path: string): string[];
}

/**
 * Mounts the contract with ts-rest on an Express router, and finds operations in a table by method and number of path
 * segments, which leaves few candidates. The router's own search tries one pattern after another and took 8 of the 29
 * us of a refusal.
 */
export function mountOperations(handlers: Handlers): Operations {
  const routes = new Map<string, Route[]>();
  for (const { route } of mount(handlers).stack) {
    const last = route?.stack.at(-1);
    if (!route || !last) continue;
    const { id, metadata } = operationAt(last.method.toUpperCase(), route.path);
    const segments = route.path.split('/');
    const key = keyOf(last.method.toUpperCase(), segments.length);
    // The last handler that ts-rest adds to a route validates the request and calls the feature's handler.
    const respond = createResponder(last.handle);
    routes.set(key, [...(routes.get(key) ?? []), { id, metadata, segments, respond }]);
  }
  const match = (method: string, given: readonly string[]): Route | undefined =>
    routes
      .get(keyOf(method, given.length))
      ?.find(({ segments }) => segments.every((segment, index) => fits(segment, given[index])));
  return {
    find(method, path) {
      const given = path.split('/');
      // HEAD is a GET without the response body.
      const operation = match(method === 'HEAD' ? 'GET' : method, given);
      return operation ? { operation, params: paramsOf(operation.segments, given) } : null;
    },
    methodsAt(path) {
      const given = path.split('/');
      return METHODS.filter((method) => match(method, given) !== undefined).sort();
    },
  };
}

type Endpoints = Parameters<typeof createExpressEndpoints<Contract>>;

function mount(handlers: Handlers): Router {
  const router = Router();
  const endpoints = Object.entries(handlers).map(([id, handle]) => [id, toEndpoint(handle as AnyHandler)]);
  createExpressEndpoints(contract, Object.fromEntries(endpoints) as Endpoints[1], router as Endpoints[2], {
    responseValidation: false,
    logInitialization: false,
  });
  return router;
}

type AnyHandler = (input: object, request: RequestContext) => Promise<Answer>;
interface Given {
  params: unknown;
  query: unknown;
  body: unknown;
  req: unknown;
  res: unknown;
}

const toEndpoint =
  (handle: AnyHandler) =>
  async ({ params, query, body, req, res }: Given): Promise<Answer> => {
    const answer = await handle({ params, query, body }, req as RequestContext);
    (res as Reply).headers = answer.headers;
    return answer;
  };

/** The response object that ts-rest gets. It keeps the answer for the pipeline to send. */
class Reply {
  headers: Answer['headers'];
  body: unknown = null;
  error: unknown = undefined;
  statusCode = 0;

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  json(body: unknown): void {
    this.body = body;
  }
}

function createResponder(validateAndHandle: RequestHandler): Operation['respond'] {
  return async (request) => {
    const reply = new Reply();
    await (validateAndHandle as unknown as Endpoint)(request, reply, (error) => (reply.error = error));
    const { error, statusCode: status, headers = {}, body } = reply;
    if (error instanceof RequestValidationError)
      throw new ValidationError(
        collectFieldProblems([error.pathParams, error.headers, error.query, error.body]),
      );
    if (error !== undefined) throw error;
    return { status, headers, body };
  };
}

type Endpoint = (req: RequestContext, res: Reply, next: (error: unknown) => void) => Promise<void>;

const IDS = new Map(
  (Object.keys(ROUTES) as OperationId[]).map((id) => [`${ROUTES[id].method} ${ROUTES[id].path}`, id]),
);

function operationAt(method: string, path: string): Pick<Operation, 'id' | 'metadata'> {
  const id = IDS.get(`${method} ${path}`);
  if (id === undefined) throw new Error(`${method} ${path} is not an operation of the contract`);
  return { id, metadata: contract[id].metadata };
}

const keyOf = (method: string, segments: number): string => `${method} ${segments}`;

function fits(segment: string, given: string | undefined): boolean {
  return segment.startsWith(':') ? given !== '' : segment === given;
}

/** The decoded values of the placeholders. */
function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':'))
      params[segment.slice(1)] = value.includes('%') ? decodePercent(value) : value;
  }
  return params;
}
