// The parts of the peers that are used here, so that the types are checked where the peers are not installed.

declare module 'openai' {
  interface Options {
    baseURL: string;
    apiKey: string;
    timeout?: number | undefined;
  }
  export class OpenAI {
    constructor(options: Options);
    get(path: string, options?: { signal?: AbortSignal | undefined }): Promise<unknown>;
    post(path: string, options: { body: object }): Promise<unknown>;
  }
}

declare module 'stripe' {
  interface Options {
    host: string;
    port: number;
    protocol: 'http';
    timeout?: number;
  }
  export class Stripe {
    constructor(apiKey: string, options: Options);
    rawRequest(method: string, path: string, params?: object): Promise<unknown>;
  }
}

declare module 'ky' {
  type Hook = (state: { request: Request }) => void | Promise<void>;
  interface Options {
    baseUrl?: string;
    timeout?: number;
    signal?: AbortSignal;
    json?: object;
    hooks?: { beforeRequest: Hook[]; beforeRetry: Hook[] };
  }
  interface Ky {
    create(options: Options): Ky;
    get(path: string, options?: Options): { json(): Promise<unknown> };
    post(path: string, options?: Options): { json(): Promise<unknown> };
  }
  const ky: Ky;
  export { ky as default };
}

declare module 'openapi-fetch' {
  interface Middleware {
    onRequest(call: { request: Request }): void | Promise<void>;
  }
  interface Answer {
    data?: unknown;
    error?: unknown;
    response: Response;
  }
  interface Init {
    params?: { path: Record<string, string> };
    body?: object;
    signal?: AbortSignal | undefined;
  }
  interface Client {
    use(middleware: Middleware): void;
    GET(path: string, init: Init): Promise<Answer>;
    POST(path: string, init: Init): Promise<Answer>;
  }
  const createClient: (options: { baseUrl: string }) => Client;
  export { createClient as default };
}

declare module 'esbuild' {
  interface Metafile {
    outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
  }
  interface Options {
    stdin?: { contents: string; resolveDir: string; loader: 'ts' };
    bundle: true;
    minify: true;
    write: false;
    metafile: true;
    format: 'esm';
    platform: 'browser';
    target: 'es2022';
    logLevel: 'silent';
    mangleProps?: RegExp;
  }
  export function build(
    options: Options,
  ): Promise<{ outputFiles: { contents: Uint8Array }[]; metafile: Metafile }>;
}
