// The part of Fastify that is used here, so that the types are checked where the peers are not installed.

declare module 'fastify' {
  import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';

  interface FastifyRequest {
    id: string;
    ip: string;
    method: string;
    url: string;
    headers: IncomingHttpHeaders;
    body: unknown;
    params: unknown;
  }
  interface FastifyReply {
    statusCode: number;
    /** Milliseconds since the request came. */
    elapsedTime: number;
    code(status: number): FastifyReply;
    header(name: string, value: string): FastifyReply;
    headers(values: Readonly<Record<string, string>>): FastifyReply;
    send(body: unknown): FastifyReply;
  }
  type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  type Hook<Request> = (request: Request, reply: FastifyReply, done: () => void) => void;
  interface FastifyRoute<Request extends FastifyRequest> {
    method: string;
    url: string;
    onRequest: Hook<Request>;
    preHandler: Hook<Request>;
    onResponse: Hook<Request>;
    handler: (request: Request, reply: FastifyReply) => Promise<unknown>;
  }
  interface FastifyOptions {
    /** Whose `X-Forwarded-For` is believed. */
    trustProxy: string;
    genReqId: (request: IncomingMessage) => string;
  }
  interface Fastify {
    server: Server;
    addContentTypeParser(
      type: string,
      options: { parseAs: 'buffer' },
      parse: (
        request: FastifyRequest,
        body: Buffer,
        done: (error: Error | null, body?: unknown) => void,
      ) => void,
    ): void;
    decorateRequest(name: string, value: unknown): void;
    setErrorHandler<Request extends FastifyRequest>(
      answer: (error: Error, request: Request, reply: FastifyReply) => void,
    ): void;
    setNotFoundHandler(handler: (request: FastifyRequest, reply: FastifyReply) => void): void;
    route<Request extends FastifyRequest>(route: FastifyRoute<Request>): void;
    post(path: string, handler: Handler): void;
    get(path: string, handler: Handler): void;
    listen(options: { host: string; port: number }): Promise<string>;
  }
  function fastify(options?: FastifyOptions): Fastify;
  export { type Fastify, fastify, type FastifyReply, type FastifyRequest };
}
