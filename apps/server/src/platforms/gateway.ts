import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { CallEnded, withinDeadline } from './deadline.ts';
import type { CallOptions, UnclearAnswer } from './platform.ts';
import { unclear, unclearError, unclearStatus } from './unclear.ts';

const CONNECT_TIMEOUT_MS = 5000;
// An order is a few hundred bytes.
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Statuses that say something about the order; all others say something about the gateway. */
const DEFINITE_STATUSES = new Set([200, 201, 400, 404, 409, 422]);

export interface GatewaySettings {
  gatewayUrl: string;
  token: string;
}

export interface GatewayCall {
  method: 'GET' | 'POST';
  /** Appended to the gateway's path as it is, so its parts must be encoded. */
  path: string;
  body?: object;
}

/** `body` is the parsed JSON, undefined when there is none. */
export type GatewayAnswer = { ok: true; status: number; body: unknown } | UnclearAnswer;

export interface Gateway {
  call(call: GatewayCall, options: CallOptions): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

/**
 * Speaks JSON to an ordering gateway over kept connections: no redirects, answers of 1 MB at most. Whatever goes
 * wrong on the way, or is no definite status, is an unclear answer.
 *
 * @throws Error when the address is no http(s) address or the token does not fit a header.
 */
export function createGateway({ gatewayUrl, token }: GatewaySettings): Gateway {
  const base = URL.parse(gatewayUrl);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error('the gateway needs an http(s) URL');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('the gateway token must be visible ASCII');
  const { origin } = base;
  const basePath = base.pathname.replace(/\/+$/, '');
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // Streams of HTTP/2 wait for the other side's leave after they have been written.
    allowH2: false,
    maxResponseSize: MAX_ANSWER_BYTES,
    // Header and body time is the caller's deadline alone.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(
    { method, path, body }: GatewayCall,
    signal: AbortSignal,
    maySend?: () => boolean,
  ): Promise<GatewayAnswer> {
    const sender = maySend ? dispatcher.compose(askBeforeSending(maySend)) : dispatcher;
    const response = await sender.request({
      origin,
      // Kept out of a URL parser, which would resolve an order number of dots.
      path: basePath + path,
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      signal,
    });
    return readAnswer(response);
  }

  return {
    call: (call, options) =>
      withinDeadline(options, (signal) => send(call, signal, options.maySend)).catch((error: unknown) =>
        unclearError(error),
      ),
    close: () => dispatcher.close(),
  };
}

/**
 * Asks once more when the connection stands and the next thing is to write. A process that slept while it connected
 * wakes with the connection's event before any timer's, and would send what nobody waits for any more.
 */
function askBeforeSending(maySend: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        if (maySend()) handler.onRequestStart?.(controller, context);
        else controller.abort(new CallEnded('TOO_LATE'));
      },
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<GatewayAnswer> {
  const text = await body.text();
  if (statusCode === 401 || statusCode === 403) return unclear('GATEWAY_UNAUTHORIZED');
  if (!DEFINITE_STATUSES.has(statusCode)) return unclearStatus(statusCode, headers['retry-after']);
  // A page or a sentence is the voice of a proxy in front of the gateway, which knows nothing of the order.
  const parsed = parseObject(text);
  if (parsed || (statusCode >= 400 && text === '')) {
    return { ok: true, status: statusCode, body: parsed ?? undefined };
  }
  return statusCode < 300 ? unclear('BAD_ANSWER') : unclearStatus(statusCode);
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
