import {
  contract,
  type Contract,
  type OperationId,
  type RouteMetadata,
  ROUTES,
} from '@procurement-intents/contract';
import { collectFieldProblems } from '@procurement-intents/domain';
import { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';
import { ValidationError } from '../errors.ts';
import type { Answer, Handlers } from './handler.ts';
import type { RequestContext } from './request-context.ts';

/** An operation of the contract. */
export interface Operation {
  readonly id: OperationId;
  readonly metadata: RouteMetadata;
  /** Validates the request by the route's schemas, all fields at once, and lets the feature's handler answer it. */
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
  /** The methods of the operations at this path, sorted; HEAD is not named. */
  methodsAt(path: string): string[];
}

/**
 * Mounts the contract with ts-rest on a router of Express, and finds its operations by a table in place of that router's
 * search: trying pattern after pattern, with a layer of calls for each handler, took 8 of 29 us that a refusal took in
 * all. The contract's paths have few segments, so that one look by method and their number leaves hardly more than one.
 */
export function mountOperations(handlers: Handlers): Operations {
  const routes = new Map<string, Route[]>();
  for (const { route } of mount(handlers).stack) {
    const last = route?.stack.at(-1);
    if (!route || !last) continue;
    const { id, metadata } = operationAt(last.method.toUpperCase(), route.path);
    const segments = route.path.split('/');
    const key = keyOf(last.method.toUpperCase(), segments.length);
    // ts-rest's last handler of a route validates, and calls the feature's.
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
      // HEAD is a GET whose body stays behind.
      const operation = match(method === 'HEAD' ? 'GET' : method, given);
      return operation ? { operation, params: paramsOf(operation.segments, given) } : null;
    },
    methodsAt(path) {
      const given = path.split('/');
      return ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].filter((method) => match(method, given) !== undefined);
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

/** What ts-rest answers to. It keeps the answer for the pipeline to send. */
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
  if (id === undefined) throw new Error(`${method} ${path} is no operation of the contract`);
  return { id, metadata: contract[id].metadata };
}

const keyOf = (method: string, segments: number): string => `${method} ${segments}`;

function fits(segment: string, given: string | undefined): boolean {
  return segment.startsWith(':') ? given !== '' : segment === given;
}

/** The values of the placeholders. What is no encoding stays as it came: it names nothing, and is refused as such a name. */
function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = value.includes('%') ? decode(value) : value;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
