import { ProcurementIntents } from '../../packages/sdk/dist/node/index.js';
import { createBoundedFetch, createHandSignedFetch, createHandSigner } from './hand-signed-fetch.ts';

/** A client as its own users set it up: its defaults, and a signature where it has a place for one. */
export interface Client {
  /** Reads an intent. Rejects, or resolves to `{ error }`, in the client's own way. */
  get(id: string, signal?: AbortSignal): Promise<unknown>;
  /** Creates an intent. */
  create(): Promise<unknown>;
}

export interface Setup {
  baseUrl: string;
  appId: string;
  /** The client's own time limit, where it has one. */
  timeoutMs?: number;
}

export interface Kind {
  name: string;
  /** The package in `node_modules`; `null` for what is not installed. */
  packageName: string | null;
  /** Whether it has an option for the signature, so that what it sends is signed. */
  isSigned: boolean;
  /** Whether a call of it can be aborted by a signal. */
  isAbortable: boolean;
  open(setup: Setup): Promise<Client>;
}

/** A word for the client that can stand in an App's id. */
export const wordFor = ({ name, packageName }: Kind): string => packageName ?? name.replaceAll(' ', '-');

export const OURS = 'this SDK';
export const FLOOR = 'hand-signed fetch';
/** Hand-signed fetch that keeps the promises of a single request that our client makes. */
export const BOUNDED = 'bounded fetch';

const SECRET = 'secret-of-a-measured-app';
const BODY = { platform: 'PLATFORM_A', quantity: 1 };
const ROOT = '/api/v1/intents';

// A setting that is absent leaves the client its default.
const given = <T extends object>(isGiven: boolean, setting: T) => (isGiven ? setting : {});

const ours: Kind = {
  name: OURS,
  packageName: null,
  isSigned: true,
  isAbortable: true,
  async open(setup) {
    const { intents } = new ProcurementIntents({ ...setup, appSecret: SECRET });
    return {
      get: (id, signal) => intents.get(id, { signal }),
      create: () => intents.create(BODY as never),
    };
  },
};

const floor: Kind = {
  name: FLOOR,
  packageName: null,
  isSigned: true,
  isAbortable: true,
  async open({ baseUrl, appId, timeoutMs }) {
    const call = createHandSignedFetch(baseUrl, appId, SECRET);
    const limit = () => (timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs));
    return {
      get: (id, signal) => call('GET', `${ROOT}/${id}`, '', signal ?? limit()),
      create: () => call('POST', ROOT, JSON.stringify(BODY)),
    };
  },
};

const bounded: Kind = {
  name: BOUNDED,
  packageName: null,
  isSigned: true,
  isAbortable: true,
  async open({ baseUrl, appId, timeoutMs }) {
    const call = createBoundedFetch(baseUrl, appId, SECRET, timeoutMs);
    return {
      get: (id, signal) => call('GET', `${ROOT}/${id}`, '', signal),
      create: () => call('POST', ROOT, JSON.stringify(BODY)),
    };
  },
};

const openai: Kind = {
  name: 'openai',
  packageName: 'openai',
  isSigned: false,
  isAbortable: true,
  async open({ baseUrl, appId, timeoutMs }) {
    const { OpenAI } = await import('openai');
    const options = given(timeoutMs !== undefined, { timeout: timeoutMs });
    const client = new OpenAI({ baseURL: baseUrl, apiKey: appId, ...options });
    return {
      get: (id, signal) => client.get(`${ROOT}/${id}`, given(signal !== undefined, { signal })),
      create: () => client.post(ROOT, { body: BODY }),
    };
  },
};

const stripe: Kind = {
  name: 'stripe',
  packageName: 'stripe',
  isSigned: false,
  isAbortable: false,
  async open({ baseUrl, appId, timeoutMs }) {
    const { Stripe } = await import('stripe');
    const { hostname, port } = new URL(baseUrl);
    const where = { host: hostname, port: Number(port), protocol: 'http' } as const;
    const client = new Stripe(appId, { ...where, ...(timeoutMs !== undefined && { timeout: timeoutMs }) });
    return {
      get: (id) => client.rawRequest('GET', `${ROOT}/${id}`),
      create: () => client.rawRequest('POST', ROOT, BODY),
    };
  },
};

const ky: Kind = {
  name: 'ky',
  packageName: 'ky',
  isSigned: true,
  isAbortable: true,
  async open({ baseUrl, appId, timeoutMs }) {
    const { default: client } = await import('ky');
    const hook = createSigningHook(appId);
    const hooks = { beforeRequest: [hook], beforeRetry: [hook] };
    const signing = client.create({
      baseUrl,
      hooks,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    });
    return {
      get: (id, signal) => signing.get(`${ROOT}/${id}`, signal ? { signal } : {}).json(),
      create: () => signing.post(ROOT, { json: BODY }).json(),
    };
  },
};

const openapiFetch: Kind = {
  name: 'openapi-fetch',
  packageName: 'openapi-fetch',
  isSigned: true,
  isAbortable: true,
  async open({ baseUrl, appId, timeoutMs }) {
    const { default: createClient } = await import('openapi-fetch');
    const client = createClient({ baseUrl });
    client.use({ onRequest: createSigningHook(appId) });
    const limit = () => (timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs));
    return {
      get: (id, signal) =>
        client.GET(`${ROOT}/{id}`, { params: { path: { id } }, signal: signal ?? limit() }),
      create: () => client.POST(ROOT, { body: BODY }),
    };
  },
};

/** Signs a request of the Fetch standard, body and all. */
function createSigningHook(appId: string) {
  const sign = createHandSigner(appId, SECRET);
  return async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body ? await request.clone().text() : '';
    for (const [name, value] of Object.entries(sign(request.method, pathname + search, body))) {
      request.headers.set(name, value);
    }
  };
}

export const CLIENTS: readonly Kind[] = [ours, openai, stripe, ky, openapiFetch, bounded, floor];
