import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { BodyBudget } from './body/body-budget.ts';
import { RequestBody } from './body/request-body.ts';

/** A request with Express's methods, whose body goes into one buffer. */
export type ApiRequest = Request & {
  /** The body. Until it is read, only what arrived with the headers is kept. */
  readonly incomingBody: RequestBody;
};

/** The classes of requests and responses, as a Node server takes them. */
export type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Classes of requests and responses that have Express's methods from the start. Express would replace the prototype of
 * each request and response instead, which took 9 of the 38 us of a refusal.
 *
 * @param budget - bounds the memory of unfinished bodies.
 */
export function createMessageClasses(app: Express, budget: BodyBudget): MessageClasses {
  class ApiIncomingMessage extends IncomingMessage {
    #body: RequestBody | undefined = undefined;

    get incomingBody(): RequestBody {
      return (this.#body ??= new RequestBody(this as unknown as Request, budget));
    }

    /**
     * Node calls this for each chunk of a body, and with null at its end. In the list of a Node stream, a chunk of one
     * byte takes 460 bytes, and one read of a connection can add 11,000 of them before other code runs.
     */
    override push(chunk: Buffer | null): boolean {
      if (chunk !== null) return this.incomingBody.add(chunk);
      this.#body?.end();
      return super.push(null);
    }
  }
  class ApiServerResponse extends ServerResponse {}
  addMethods(ApiIncomingMessage.prototype, express.request, app);
  addMethods(ApiServerResponse.prototype, express.response, app);
  // Express gives each request and response that it handles these prototypes.
  app.request = ApiIncomingMessage.prototype as unknown as Express['request'];
  app.response = ApiServerResponse.prototype as Express['response'];
  return {
    IncomingMessage: ApiIncomingMessage,
    ServerResponse: ApiServerResponse as unknown as typeof ServerResponse,
  };
}

/** Adds Express's methods to a class; they read the settings of `app`. */
function addMethods(prototype: object, methods: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(methods));
  Object.defineProperty(prototype, 'app', { value: app });
}
