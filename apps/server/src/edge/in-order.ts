import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * One handler that runs these in their order; Express would look at the path before each of them. What one throws or
 * passes on ends the row.
 */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (req: Request, res: Response, done: NextFunction): void => {
    const finish = (error: unknown): void => done(error);
    const run = (index: number): void => {
      const handler = handlers[index];
      if (!handler) return done();
      try {
        const going: unknown = handler(req, res, (error?: unknown) =>
          error === undefined ? run(index + 1) : done(error),
        );
        if (going instanceof Promise) going.catch(finish);
      } catch (error) {
        // Express hears of what is thrown in the turn of its own call alone.
        done(error);
      }
    };
    run(0);
  };
}
