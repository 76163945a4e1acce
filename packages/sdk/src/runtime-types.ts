// The parts of the runtime that the package's types speak of, spelled out so that they need neither the DOM library
// nor @types/node.

/** An instance of the global class of that name, where the program's types have one. */
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

/** What the client hands to `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: Signal;
}

/** What the client reads of an answer. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: FetchHeaders;
  text(): Promise<string>;
}

export interface FetchHeaders {
  get(name: string): string | null;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
