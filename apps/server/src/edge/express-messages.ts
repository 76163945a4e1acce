import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Lets Node make each request and answer with Express's methods from the start. Express gives them to finished ones,
 * which costs as much as Node's whole reading of a request.
 */
export function expressMessages(app: Express): Messages {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}
