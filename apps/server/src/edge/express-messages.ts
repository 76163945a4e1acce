import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express, Request } from 'express';
import type { BodyBudget } from './body-budget.ts';
import { RequestBody } from './request-body.ts';

export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

const BODY = Symbol('body');
const BUDGET = Symbol('budget');
type WithBody = Request & { [BODY]?: RequestBody; readonly [BUDGET]: BodyBudget };

/** The body of a request of an app that was given to `expressMessages`. */
export function bodyOf(req: Request): RequestBody {
  const owner = req as WithBody;
  return (owner[BODY] ??= new RequestBody(req, owner[BUDGET]));
}

/**
 * Node calls this for each piece of a body, and with null at its end. In the stream's own list a piece of one byte takes
 * 460 bytes, and one read of a connection can put 11,000 of them there before anybody looks.
 */
function push(this: WithBody, piece: Buffer | null): boolean {
  if (piece !== null) return bodyOf(this).add(piece);
  this[BODY]?.end();
  return IncomingMessage.prototype.push.call(this, null);
}

/**
 * Lets Node make each request and answer with Express's methods from the start. Express gives them to finished ones,
 * which costs as much as Node's whole reading of a request.
 *
 * @param budget - what bodies under way may take.
 */
export function expressMessages(app: Express, budget: BodyBudget): Messages {
  // Express makes this the prototype of every request that goes by its router.
  Object.assign(app.request, { push, [BUDGET]: budget });
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}
