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
    outputs: Record<string, { exports: string[]; inputs: Record<string, { bytesInOutput: number }> }>;
  }
  type Load = (found: { path: string }) => { contents: string; loader: 'js' } | undefined;
  export interface Plugin {
    name: string;
    setup(build: { onLoad(options: { filter: RegExp }, load: Load): void }): void;
  }
  export interface BuildOptions {
    stdin?: { contents: string; resolveDir: string; loader: 'ts' };
    entryPoints?: string[];
    bundle?: true;
    minify?: true;
    write: false;
    metafile: true;
    format: 'esm';
    platform?: 'browser';
    target?: 'es2022';
    logLevel?: 'silent';
    mangleProps?: RegExp;
    plugins?: Plugin[];
  }
  export function build(
    options: BuildOptions,
  ): Promise<{ outputFiles: { contents: Uint8Array }[]; metafile: Metafile }>;
}
