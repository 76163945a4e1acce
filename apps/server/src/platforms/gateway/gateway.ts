import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
} from '@procurement-intents/contract/gateway/words';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { CallEnded, withinDeadline } from '../../outbound/deadline.ts';
import type { CallOptions, UnclearAnswer } from '../platform.ts';
import { notSent, unclear, unclearError, unclearStatus } from '../unclear.ts';

const CONNECT_TIMEOUT_MS = 5000;
// An order is a few hundred bytes.
const MAX_ANSWER_BYTES = 1024 * 1024;
const PROTOCOL_HEADER = GATEWAY_PROTOCOL_HEADER.toLowerCase();
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
 * wrong on the way, or is no definite status, is an unclear answer, which says whether anything was sent. A no counts
 * from the gateway itself alone, which names the protocol in its answer.
 *
 * @throws Error when the address is no http(s) address or the token does not fit a header.
 */
export function createGateway({ gatewayUrl, token }: GatewaySettings): Gateway {
  const base = URL.parse(gatewayUrl);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error('the gateway needs an http(s) URL');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('the gateway token must be visible ASCII');
  const { origin } = base;
  const basePath = base.pathname.replace(/\/+$/, '');
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    [GATEWAY_PROTOCOL_HEADER]: GATEWAY_PROTOCOL_VERSION,
  };
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
    call: GatewayCall,
    signal: AbortSignal,
    progress: CallProgress,
  ): Promise<GatewayAnswer> {
    const { method, path, body } = call;
    const { requestId } = progress.options;
    const response = await dispatcher.compose(watchSending(progress)).request({
      origin,
      // Kept out of a URL parser, which would resolve an order number of dots.
      path: basePath + path,
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(requestId !== undefined && { 'x-request-id': requestId }),
      },
      body: body ? JSON.stringify(body) : null,
      signal,
    });
    return readAnswer(response);
  }

  return {
    async call(call, options) {
      const progress: CallProgress = { options, isSent: false };
      try {
        return await withinDeadline(options, (signal) => send(call, signal, progress));
      } catch (error) {
        const answer = unclearError(error);
        return progress.isSent ? answer : notSent(answer);
      }
    },
    close: () => dispatcher.close(),
  };
}

interface CallProgress {
  readonly options: CallOptions;
  /** Set when the request is handed to the socket, and never taken back: not every byte of it need have left. */
  isSent: boolean;
}

/**
 * Asks `maySend` once more when the connection stands and the next thing is to write. A process that slept while it
 * connected wakes with the connection's event before any timer's, and would send what nobody waits for any more.
 */
function watchSending(progress: CallProgress): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        const isInTime = progress.options.maySend?.() ?? true;
        if (!isInTime) return controller.abort(new CallEnded('TOO_LATE'));
        // Undici writes in this very turn, when the call has not ended before.
        progress.isSent = true;
        handler.onRequestStart?.(controller, context);
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
  // A proxy in front of the gateway knows nothing of the order, whatever its page, its sentence or its JSON says.
  if (statusCode >= 400 && headers[PROTOCOL_HEADER] === undefined) return unclearStatus(statusCode);
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
