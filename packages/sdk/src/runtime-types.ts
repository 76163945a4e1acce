// The runtime types that the package's types refer to, declared here so that they need neither the DOM library nor
// @types/node.

/** An instance of the global class `Name`, if the program's types declare it; else `Otherwise`. */
export type GlobalInstance<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer T }> ? T : Otherwise;

/** The `AbortSignal` of the runtime. */
export type Signal = GlobalInstance<
  'AbortSignal',
  {
    readonly aborted: boolean;
    readonly reason: unknown;
    throwIfAborted(): void;
    addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }
>;

/** The options that the client passes to `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: Signal;
}

/** The parts of a response that the client reads. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: FetchHeaders;
  text(): Promise<string>;
  /** Of an answer that is read while it arrives. Without it the text is read whole. */
  readonly body?: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

export interface FetchHeaders {
  get(name: string): string | null;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
