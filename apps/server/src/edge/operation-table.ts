import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { inOrder } from './in-order.ts';
import { pathOf } from './path-of.ts';

interface Mounted {
  segments: readonly string[];
  run: RequestHandler;
}

type Path = Parameters<Express['get']>[0];
type RefuseWith = (error: unknown, req: Request, res: Response, done: NextFunction) => void;

/** The operations of the contract, found by method and path. */
export interface OperationTable {
  /** What ts-rest mounts them on, in place of a router. */
  readonly app: Express;
  /** The operation that the request asks for, with the request's parameters set; null when there is none. */
  find(req: Request): RequestHandler | null;
  /** The methods of the operations at the path that the request asks for, sorted; HEAD is not told of. */
  methodsAt(req: Request): string[];
  /** Passes an error by the handler that ts-rest mounted for errors, on to `done`. */
  readonly refuse: RefuseWith;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Collects what ts-rest mounts. A router tries pattern after pattern and makes a layer of calls of each handler; the
 * contract's paths have few segments, so that one look by method and their number leaves hardly more than one.
 *
 * @param before - handlers that every operation begins with.
 */
export function createOperationTable(before: readonly RequestHandler[]): OperationTable {
  const operations = new Map<string, Mounted[]>();
  let refuse: RefuseWith = (error, _req, _res, done) => done(error);

  function mount(method: string, path: string, handlers: RequestHandler[]): void {
    const segments = path.split('/');
    const key = keyOf(method, segments.length);
    operations.set(key, [
      ...(operations.get(key) ?? []),
      { segments, run: inOrder([...before, readParams, ...handlers]) },
    ]);
  }
  const match = (method: string, given: readonly string[]): Mounted | undefined =>
    operations
      .get(keyOf(method, given.length))
      ?.find(({ segments }) => segments.every((segment, index) => fits(segment, given[index])));
  const mounters = METHODS.map((method) => [
    method,
    (path: Path, ...handlers: RequestHandler[]) => mount(method.toUpperCase(), path as string, handlers),
  ]);

  return {
    app: {
      ...Object.fromEntries(mounters),
      use: (handler: RefuseWith) => void (refuse = handler),
    },
    find(req) {
      const given = segmentsOf(req);
      // HEAD is a GET whose body stays behind.
      const mounted = match(req.method === 'HEAD' ? 'GET' : req.method, given);
      if (!mounted) return null;
      req.params = {};
      for (const [index, segment] of mounted.segments.entries()) {
        if (segment.startsWith(':')) req.params[segment.slice(1)] = given[index] as string;
      }
      return mounted.run;
    },
    methodsAt(req) {
      const given = segmentsOf(req);
      return METHODS.map((method) => method.toUpperCase())
        .filter((method) => match(method, given) !== undefined)
        .sort();
    },
    refuse: (...failed) => refuse(...failed),
  };
}

const keyOf = (method: string, segments: number): string => `${method} ${segments}`;

/** None for a target without a path, which no operation has. */
const segmentsOf = (req: Request): string[] => pathOf(req)?.split('/') ?? [];

function fits(segment: string, given: string | undefined): boolean {
  return segment.startsWith(':') ? given !== '' : segment === given;
}

/** Decodes the parameters. What is no encoding stays as it came: it names nothing, and is refused as such a name. */
function readParams(req: Request, _res: Response, next: NextFunction): void {
  for (const [name, value] of Object.entries(req.params as Record<string, string>)) {
    if (value.includes('%')) req.params[name] = decode(value);
  }
  next();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
