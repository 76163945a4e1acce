import { decodePercent, collectFieldProblems, ValidationError } from '@procurement-intents/domain';
import type { RouteMetadata } from '@procurement-intents/contract';
import type { BearerMetadata } from '@procurement-intents/contract/bearer';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';
import type { Answer, HandlersOf } from './handler.ts';
import type { MatchedOperation, RequestContext } from './request-context.ts';

/** What is checked before a form is handled: nothing, as its handler authenticates by the form's own fields. */
export interface FormMetadata {
  auth: 'none';
  /** `bytes`: whatever it is, for a handler that reads it as it came. */
  body: 'form' | 'bytes' | 'none';
  errors: readonly string[];
}

/** An operation of a contract. */
export interface Operation extends MatchedOperation {
  readonly metadata: RouteMetadata | BearerMetadata | FormMetadata;
  /** Validates all fields of the request by the route's schemas, and calls the feature's handler. */
  respond(request: RequestContext): Promise<Answer>;
}

/** The metadata of the operations that are called with credentials of this scheme. */
export type MetadataOf<Auth extends 'signed' | 'bearer'> = Extract<Operation['metadata'], { auth: Auth }>;

interface Route extends Operation {
  readonly segments: readonly string[];
}

export interface Match {
  operation: Operation;
  /** Values of the path's placeholders, decoded. */
  params: Readonly<Record<string, string>>;
}

/** The operations of the contracts, found by method and path. */
export interface Operations {
  /** The operation at this path; null when there is none. */
  find(method: string, path: string): Match | null;
  /** The methods of the operations at this path, sorted, without HEAD. */
  methodsAt(path: string): string[];
}

/**
 * Mounts a contract with ts-rest on an Express router, and takes its operations from there.
 *
 * @param handlers - one for each operation.
 */
export function mountContract<C extends AppRouter>(contract: C, handlers: HandlersOf<C>): Operation[] {
  const ids = new Map(
    Object.entries(contract as Record<string, AppRoute>).map(([id, route]) => [
      `${route.method} ${route.path}`,
      { id, method: route.method, path: route.path, metadata: route.metadata as Operation['metadata'] },
    ]),
  );
  return mount(contract, handlers).stack.flatMap(({ route }) => {
    const last = route?.stack.at(-1);
    if (!route || !last) return [];
    const operation = ids.get(`${last.method.toUpperCase()} ${route.path}`);
    if (!operation) throw new Error(`${route.path} is not an operation of the contract`);
    // The last handler that ts-rest adds to a route validates the request and calls the feature's handler.
    return [{ ...operation, respond: createResponder(last.handle) }];
  });
}

/**
 * Finds operations in a table by method and number of path segments, which leaves few candidates. The router's own search
 * tries one pattern after another and took 8 of the 29 us of a refusal.
 *
 * @param operations - of all contracts; those that come first are found first.
 */
export function findOperations(operations: readonly Operation[]): Operations {
  const routes = new Map<string, Route[]>();
  for (const operation of operations) {
    const segments = operation.path.split('/');
    const key = keyOf(operation.method, segments.length);
    routes.set(key, [...(routes.get(key) ?? []), { ...operation, segments }]);
  }
  const methods = [...new Set(operations.map(({ method }) => method))].sort();
  // What an operation names as a whole is no value of another one's placeholder, whatever the method.
  const named = new Set(operations.map(({ path }) => path).filter((path) => !path.includes(':')));
  const match = (method: string, path: string, given: readonly string[]): Route | undefined => {
    const candidates = routes.get(keyOf(method, given.length));
    return named.has(path)
      ? candidates?.find((route) => route.path === path)
      : candidates?.find(({ segments }) => segments.every((segment, index) => fits(segment, given[index])));
  };
  return {
    find(method, path) {
      const given = path.split('/');
      // HEAD is a GET without the response body.
      const operation = match(method === 'HEAD' ? 'GET' : method, path, given);
      return operation ? { operation, params: paramsOf(operation.segments, given) } : null;
    },
    methodsAt(path) {
      const given = path.split('/');
      return methods.filter((method) => match(method, path, given) !== undefined);
    },
  };
}

type Endpoints = Parameters<typeof createExpressEndpoints<AppRouter>>;

function mount<C extends AppRouter>(contract: C, handlers: HandlersOf<C>): Router {
  const router = Router();
  const endpoints = Object.entries(handlers).map(([id, handle]) => [id, toEndpoint(handle as AnyHandler)]);
  createExpressEndpoints(
    contract as AppRouter,
    Object.fromEntries(endpoints) as Endpoints[1],
    router as Endpoints[2],
    { responseValidation: false, logInitialization: false },
  );
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
    (res as Reply).answer = answer;
    return answer;
  };

/** The response object that ts-rest gets. The pipeline sends the handler's own answer. */
class Reply {
  answer: Answer | undefined = undefined;
  error: unknown = undefined;

  status(): this {
    return this;
  }

  setHeader(): this {
    return this;
  }

  json(): void {}

  send(): void {}

  end(): void {}
}

function createResponder(validateAndHandle: RequestHandler): Operation['respond'] {
  return async (request) => {
    const reply = new Reply();
    await (validateAndHandle as unknown as Endpoint)(request, reply, (error) => (reply.error = error));
    const { error, answer } = reply;
    if (error instanceof RequestValidationError)
      throw new ValidationError(
        collectFieldProblems([error.pathParams, error.headers, error.query, error.body]),
      );
    if (error !== undefined) throw error;
    if (!answer) throw new Error('the handler gave no answer');
    return answer;
  };
}

type Endpoint = (req: RequestContext, res: Reply, next: (error: unknown) => void) => Promise<void>;

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
