import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
} from '@procurement-intents/contract/gateway/codes';
import { OVER_SHARE, type UnclearAnswer } from '@procurement-intents/domain';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { CallEnded, withinDeadline } from '../../outbound/deadline.ts';
import type { FetchSlots } from '../../outbound/fetch-slots.ts';
import { limitPieces } from '../../outbound/limit-pieces.ts';
import type { CallOptions } from '../platform.ts';
import { notSent, unclear, unclearError, unclearStatus } from '../unclear.ts';

const CONNECT_TIMEOUT_MS = 5000;
// An order is a few hundred bytes.
const MAX_ANSWER_BYTES = 1024 * 1024;
const PROTOCOL_HEADER = GATEWAY_PROTOCOL_HEADER.toLowerCase();
/** Statuses that give a definite answer about an order; all others describe the state of the gateway. */
const DEFINITE_STATUSES = new Set([200, 201, 400, 404, 409, 422]);

export interface GatewaySettings {
  gatewayUrl: string;
  token: string;
  /** Bounds the calls that are under way at once. */
  slots: FetchSlots;
}

export interface GatewayCall {
  method: 'GET' | 'POST';
  /** Appended to the gateway's path unchanged, so its parts must be encoded. */
  path: string;
  body?: object;
}

/** `body` is the parsed JSON object, undefined without one. */
export type GatewayAnswer = { ok: true; status: number; body: unknown } | UnclearAnswer;

export interface GatewayClient {
  call(call: GatewayCall, options: CallOptions): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

/**
 * Calls an ordering gateway with JSON over keep-alive connections: no redirects, answers of at most 1 MB. Every failure
 * and every status that is not definite is an unclear answer, which says whether anything was sent. A refusal counts
 * only with the protocol header, which shows that it comes from the gateway itself.
 *
 * @throws Error when the address is not http(s) or the token does not fit a header.
 */
export function createGatewayClient({ gatewayUrl, token, slots }: GatewaySettings): GatewayClient {
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
    // HTTP/2 flow control may delay a request after it was handed to the socket.
    allowH2: false,
    maxResponseSize: MAX_ANSWER_BYTES,
    // The caller's deadline alone bounds the time for headers and body.
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
    const response = await dispatcher.compose(limitPieces(), watchSending(progress)).request({
      origin,
      // Not parsed as a URL, which would resolve an order number of dots.
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
      const progress: CallProgress = { options, hasSlot: false, isSent: false };
      try {
        return await withinDeadline(options, (signal) =>
          inTurn(slots, signal, progress, () => send(call, signal, progress)),
        );
      } catch (error) {
        const answer = unclearError(error);
        if (progress.isSent) return answer;
        // The time was up behind other calls of this process: that is no failure of the platform.
        return notSent(answer.reason === 'TIMEOUT' && !progress.hasSlot ? unclear(OVER_SHARE) : answer);
      }
    },
    close: () => dispatcher.close(),
  };
}

interface CallProgress {
  readonly options: CallOptions;
  /** Set once the call is under way, and not waiting for others. */
  hasSlot: boolean;
  /** Set once the request is handed to the socket, whether or not all of its bytes leave. Never reset. */
  isSent: boolean;
}

/** Does the work once it has a slot. */
async function inTurn<T>(
  slots: FetchSlots,
  signal: AbortSignal,
  progress: CallProgress,
  work: () => Promise<T>,
): Promise<T> {
  const release = await slots.take(signal, progress.options.appId);
  progress.hasSlot = true;
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Asks `maySend` again when the connection is established, right before the request is written. After a pause of the
 * process, the connection event comes before the timers, so an expired request would still be sent otherwise.
 */
function watchSending(progress: CallProgress): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        const isInTime = progress.options.maySend?.() ?? true;
        if (!isInTime) return controller.abort(new CallEnded('TOO_LATE'));
        // Undici writes the request synchronously after this, unless the call has ended before.
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
  // A proxy in front of the gateway knows nothing about orders, whatever its body says.
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
