// The part of Fastify that is used here, so that the types are checked where the peers are not installed.

declare module 'fastify' {
  import type { IncomingHttpHeaders, Server } from 'node:http';

  interface FastifyRequest {
    method: string;
    url: string;
    headers: IncomingHttpHeaders;
    body: unknown;
    params: unknown;
  }
  interface Reply {
    code(status: number): Reply;
  }
  type Handler = (request: FastifyRequest, reply: Reply) => Promise<unknown>;
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
    post(path: string, handler: Handler): void;
    get(path: string, handler: Handler): void;
    listen(options: { host: string; port: number }): Promise<string>;
  }
  function fastify(): Fastify;
  export { fastify, type FastifyRequest };
}
