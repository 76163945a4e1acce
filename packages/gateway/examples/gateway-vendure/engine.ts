/** The engine answered with an error, or with nothing that can be read. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** Such as `INSUFFICIENT_STOCK_ERROR`; none when the engine named none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export interface EngineOptions {
  /** Address of the Admin API. */
  url: string;
  /** An administrator who may read the catalog and change orders. */
  username: string;
  password: string;
}

/** With what a call is made; those of the kit have it all. */
interface EngineCall {
  signal: AbortSignal;
  /** The engine does not begin what could run longer. */
  mayRunUntilMs?: number;
}

interface Answer {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** What the engine answers in place of a result, when it does not do what it is told. */
interface ErrorResult {
  errorCode: string;
  message: string;
  transitionError?: string;
}

const LOGIN = `mutation ($username: String!, $password: String!) {
  login(username: $username, password: $password) { __typename ... on ErrorResult { errorCode message } }
}`;

/** The Admin API of a Vendure engine. Logs in at the first call, and when the session has ended. */
export class Engine {
  readonly #options: EngineOptions;
  #token: string | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Runs a GraphQL query or mutation. A mutation that asks each field for `... on ErrorResult { errorCode message }` throws
   * when the engine did not do one of them; the others may be done.
   *
   * @throws EngineError
   */
  async run<T>(query: string, variables: object, call: EngineCall): Promise<T> {
    if (this.#token === null) await this.#logIn(call);
    try {
      return (await this.#send(query, variables, call)) as T;
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'FORBIDDEN') throw error;
      await this.#logIn(call);
      return (await this.#send(query, variables, call)) as T;
    }
  }

  async #logIn(call: EngineCall): Promise<void> {
    const { username, password } = this.#options;
    this.#token = null;
    await this.#send(LOGIN, { username, password }, call);
  }

  async #send(query: string, variables: object, { signal, mayRunUntilMs }: EngineCall): Promise<unknown> {
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(mayRunUntilMs !== undefined && { 'x-may-run-until': String(mayRunUntilMs) }),
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
      signal,
    });
    const { data, errors = [] } = (await response.json()) as Answer;
    const [error] = errors;
    if (error) throw new EngineError(error.message, error.extensions?.code);
    if (!response.ok || !data) throw new EngineError(`status ${response.status}`);
    for (const [name, result] of Object.entries(data)) {
      if (!isErrorResult(result)) continue;
      throw new EngineError(`${name}: ${result.transitionError ?? result.message}`, result.errorCode);
    }
    this.#token = response.headers.get('vendure-auth-token') ?? this.#token;
    return data;
  }
}

const isErrorResult = (result: unknown): result is ErrorResult =>
  typeof result === 'object' && result !== null && 'errorCode' in result;
