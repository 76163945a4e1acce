import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
} from '@procurement-intents/contract/gateway/codes';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { performance } from 'node:perf_hooks';
import { shorten } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** More than any response of the protocol has. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SOCKETS = 256;

export interface CallOptions {
  /** JSON value that is sent; a string is sent as it is. */
  body?: unknown;
  /** Authorization header; null sends none. Default: the token of the run. */
  authorization?: string | null;
  timeoutMs?: number;
  /** A proxy on this machine that the connection goes through. */
  via?: FaultProxy;
  headers?: Record<string, string>;
}

export interface Answer {
  /** Null when no complete response arrived. */
  status: number | null;
  headers: IncomingMessage['headers'];
  /** The parsed JSON; undefined when the body is none. */
  json: unknown;
  exchange: Exchange;
}

/** Calls one address of the gateway. It follows no redirects and never fails: a lost response has status null. */
export class HttpClient {
  readonly #base: URL;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(url: string, token: string, timeoutMs: number) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.#token = token;
    this.#timeoutMs = timeoutMs;
    const Agent = this.#base.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  }

  /** Where a proxy connects to. */
  get target(): { host: string; port: number } {
    const { hostname, port, protocol } = this.#base;
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
    };
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body } = options;
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const startedAt = performance.now();
    const received = await this.#send(method, path, sent, options);
    const text = this.#hideToken(received.text);
    return {
      status: received.status,
      headers: received.headers,
      json: parseJson(received.text),
      exchange: {
        method,
        path,
        ...(sent !== undefined && { sent: shorten(sent) }),
        status: received.status,
        body: shorten(text),
        ...(received.error !== undefined && { error: this.#hideToken(received.error) }),
        durationMs: performance.now() - startedAt,
      },
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    method: string,
    path: string,
    sent: string | undefined,
    options: CallOptions,
  ): Promise<Received> {
    const { via } = options;
    // A gateway may close an idle connection while a call begins on it: a look is repeated, and an order has its own.
    const agent = via || method !== 'GET' ? false : this.#agent;
    const received = await this.#sendOnce({ method, path, sent, agent }, options);
    return received.isStale ? this.#sendOnce({ method, path, sent, agent: false }, options) : received;
  }

  #sendOnce({ method, path, sent, agent }: Sending, options: CallOptions): Promise<Received> {
    const { via, timeoutMs = this.#timeoutMs } = options;
    const url = new URL(path.replace(/^\//, ''), this.#base);
    const isTls = url.protocol === 'https:';
    const target: RequestOptions = {
      method,
      headers: this.#headers(sent, options),
      agent,
      ...(via && { host: '127.0.0.1', port: via.port, servername: url.hostname }),
    };
    return new Promise((resolve) => {
      const fail = (error: Error) =>
        resolve({
          status: null,
          headers: {},
          text: '',
          error: error.message,
          isStale: request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET',
        });
      const request = (isTls ? requestHttps : requestHttp)(url, target, (response) => {
        readBody(response).then(
          (text) => resolve({ status: response.statusCode ?? null, headers: response.headers, text }),
          fail,
        );
      });
      const timer = setTimeout(() => request.destroy(new Error(`nothing for ${timeoutMs} ms`)), timeoutMs);
      if (via)
        request.on('socket', (socket) => socket.on(isTls ? 'secureConnect' : 'connect', () => via.arm()));
      request.on('error', fail).on('close', () => clearTimeout(timer));
      request.end(sent);
    });
  }

  #headers(
    sent: string | undefined,
    { authorization, headers }: CallOptions,
  ): Record<string, string | number> {
    const value = authorization === undefined ? `Bearer ${this.#token}` : authorization;
    return {
      host: this.#base.host,
      accept: 'application/json',
      [GATEWAY_PROTOCOL_HEADER]: GATEWAY_PROTOCOL_VERSION,
      ...(value !== null && { authorization: value }),
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
      ...headers,
    };
  }

  #hideToken(text: string): string {
    return text.replaceAll(this.#token, '[token]');
  }
}

interface Received {
  status: number | null;
  headers: IncomingMessage['headers'];
  text: string;
  error?: string;
  /** Whether the connection of an earlier call was closed before this one reached the gateway. */
  isStale?: boolean;
}

interface Sending {
  method: string;
  path: string;
  sent: string | undefined;
  agent: HttpAgent | HttpsAgent | false;
}

async function readBody(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_BODY_BYTES) throw new Error('the response is longer than 1 MB');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
