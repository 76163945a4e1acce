import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
} from '@procurement-intents/contract/gateway/codes';
import { randomUUID } from 'node:crypto';
import { ComeBack } from '../adapter.ts';
import { ShopCallFailed, ShopCalls } from '../call-shop.ts';
import type { GatewayState } from '../gateway-state.ts';
import { describeError } from '../log.ts';
import { CallTime } from '../placing/call-time.ts';
import { json, notFound, unavailable } from './respond.ts';
import { ROUTES } from './routes.ts';
import type { Exchange, Route } from './routes.ts';
import { createTokenCheck } from './tokens.ts';

/** Answers every request, and writes one line of the log for it. Never rejects. */
export function createHandler(state: GatewayState): (request: Request) => Promise<Response> {
  const isAllowed = createTokenCheck(state.settings.tokens);
  return async (request) => {
    const exchange = openExchange(state, request);
    const matched = match(exchange.url.pathname, request.method);
    const route = 'route' in matched ? matched.route : undefined;
    let error: unknown;
    let response: Response;
    try {
      response = await answer(state, exchange, matched, isAllowed);
    } catch (caught) {
      error = caught;
      response =
        caught instanceof ComeBack
          ? unavailable(caught.retryAfterMs, caught.message)
          : unavailable(1_000, 'the shop gave no answer to go by');
    }
    logExchange(state, exchange, { route, status: response.status, error });
    // At a wrong address, such as one without the prefix, a 404 must not tell the service that an order does not exist.
    if (route && !route.isPage) response.headers.set(GATEWAY_PROTOCOL_HEADER, GATEWAY_PROTOCOL_VERSION);
    response.headers.set('x-request-id', exchange.requestId);
    response.headers.set('cache-control', 'no-store');
    if (state.isClosing) response.headers.set('connection', 'close');
    return response;
  };
}

function openExchange(state: GatewayState, request: Request): Exchange {
  const receivedAt = performance.now();
  const { placeTimeoutMs, callTimeoutMs, prefix } = state.settings;
  const sent = request.headers.get('x-request-id') ?? '';
  const requestId = /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
  const url = new URL(request.url);
  // Below the prefix; a path outside of it matches no route.
  if (url.pathname.startsWith(`${prefix}/`)) url.pathname = url.pathname.slice(prefix.length);
  else url.pathname = '/';
  return {
    request,
    url,
    receivedAt,
    requestId,
    param: '',
    secrets: null,
    calls: (time) => new ShopCalls({ requestId, time, callTimeoutMs, metrics: state.metrics }),
    time: new CallTime(receivedAt, placeTimeoutMs),
  };
}

type Match = { route: Route; param: string } | { allowed: string[] };

function match(path: string, method: string): Match {
  const byPath = ROUTES.map((route) => ({ route, groups: route.path.exec(path) })).filter(
    ({ groups }) => groups !== null,
  );
  const found = byPath.find(({ route }) => route.method === method);
  if (!found) return { allowed: byPath.map(({ route }) => route.method) };
  return { route: found.route, param: decode(found.groups?.[1] ?? '') };
}

/** Text that is no percent-encoding names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

async function answer(
  state: GatewayState,
  exchange: Exchange,
  matched: Match,
  isAllowed: (authorization: string | null) => boolean,
): Promise<Response> {
  const { headers } = exchange.request;
  const isOpen = 'route' in matched && matched.route.isOpen === true;
  if (!isOpen && !isAllowed(headers.get('authorization')))
    return json(401, { reason: 'UNAUTHORIZED' }, { 'www-authenticate': 'Bearer' });
  if (!('route' in matched)) {
    if (matched.allowed.length === 0) return notFound('NOT_FOUND');
    return json(405, { reason: 'METHOD_NOT_ALLOWED' }, { allow: matched.allowed.join(', ') });
  }
  const version = headers.get(GATEWAY_PROTOCOL_HEADER);
  if (version !== null && version !== GATEWAY_PROTOCOL_VERSION)
    return json(426, {
      reason: 'PROTOCOL',
      message: `this gateway speaks version ${GATEWAY_PROTOCOL_VERSION}`,
    });
  const { route, param } = matched;
  if (state.isClosing && route.method === 'POST') return unavailable(1_000, 'the gateway is about to end');
  return route.answer(state, Object.assign(exchange, { param }));
}

interface Outcome {
  route: Route | undefined;
  status: number;
  error: unknown;
}

function logExchange(state: GatewayState, exchange: Exchange, { route, status, error }: Outcome): void {
  const { requestId, receivedAt, merchantOrderNo, secrets, param } = exchange;
  const name = route?.name ?? 'unknown';
  state.metrics.count('gateway_requests_total', { route: name, status: String(status) });
  const isOrder = name === 'getOrder' || name === 'cancelOrder';
  state.log({
    level: error === undefined ? 'info' : error instanceof ComeBack ? 'warn' : 'error',
    event: name,
    status,
    requestId,
    durationMs: Math.round(performance.now() - receivedAt),
    ...(merchantOrderNo !== undefined && { merchantOrderNo }),
    ...(name === 'getOrderByNumber' && { merchantOrderNo: param }),
    ...(isOrder && { orderId: param }),
    ...(error instanceof ShopCallFailed && { call: error.call }),
    ...(error !== undefined && { error: describeError(error, secrets) }),
  });
}
