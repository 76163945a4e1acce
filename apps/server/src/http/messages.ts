import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { BodyBudget } from './body/body-budget.ts';
import { RequestBody } from './body/request-body.ts';

/** A request with Express's methods, whose body goes into one buffer. */
export type ApiRequest = Request & {
  /** The body as it comes; nothing is read beyond what came with the head until it is asked for. */
  readonly incomingBody: RequestBody;
};

/** The classes that a server makes requests and answers of. */
export type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Classes of requests and answers that have Express's methods from the start. Express would replace the prototype of
 * each finished request and answer instead, which took 9 of 38 us that a refusal took in all.
 *
 * @param budget - what bodies under way may take.
 */
export function createMessageClasses(app: Express, budget: BodyBudget): MessageClasses {
  class ApiIncomingMessage extends IncomingMessage {
    #body: RequestBody | undefined = undefined;

    get incomingBody(): RequestBody {
      return (this.#body ??= new RequestBody(this as unknown as Request, budget));
    }

    /**
     * Node calls this for each piece of a body, and with null at its end. In the stream's own list a piece of one byte
     * takes 460 bytes, and one read of a connection can put 11,000 of them there before anybody looks.
     */
    override push(piece: Buffer | null): boolean {
      if (piece !== null) return this.incomingBody.add(piece);
      this.#body?.end();
      return super.push(null);
    }
  }
  class ApiServerResponse extends ServerResponse {}
  addMethods(ApiIncomingMessage.prototype, express.request, app);
  addMethods(ApiServerResponse.prototype, express.response, app);
  // What goes by Express's router keeps these classes.
  app.request = ApiIncomingMessage.prototype as unknown as Express['request'];
  app.response = ApiServerResponse.prototype as Express['response'];
  return {
    IncomingMessage: ApiIncomingMessage,
    ServerResponse: ApiServerResponse as unknown as typeof ServerResponse,
  };
}

/** Gives a class Express's methods, which find the settings in `app`. */
function addMethods(prototype: object, methods: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(methods));
  Object.defineProperty(prototype, 'app', { value: app });
}
