import { send, type Request } from './send.ts';

const RESET_SECONDS = 2;
const RETRY_AFTER_SECONDS = 1;
const SKEW_MS = 10 * 60_000;
const SKEW_ALLOWED_MS = 5 * 60_000;
const LONG_SECONDS = 10;

const fine = (call: Request) => send(call, 200, { code: 0, message: 'OK', data: { id: 'int_1' } });

/** What can go wrong, each by its name in the request. Faults that pass do so after one request, or after two. */
const FAULTS = {
  'rate-limit': (call: Request) => {
    if (call.nth > 1) return fine(call);
    const reset = Math.floor(Date.now() / 1_000) + RESET_SECONDS;
    send(call, 429, { code: 42901, message: 'too many requests' }, { 'x-ratelimit-reset': String(reset) });
  },
  internal: (call: Request) => {
    if (call.nth > 2) return fine(call);
    send(call, 500, { code: 50001, message: 'internal error' });
  },
  unavailable: (call: Request) => {
    if (call.nth > 1) return fine(call);
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    send(call, 503, { code: 50301, message: 'temporarily unavailable' }, headers);
  },
  reset: (call: Request) => {
    if (call.nth > 2) return fine(call);
    call.request.socket.destroy();
  },
  stalled: ({ response }: Request) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"code":0,');
  },
  html: ({ response }: Request) => {
    response.writeHead(403, { 'content-type': 'text/html' });
    response.end('<html><body>Blocked</body></html>');
  },
  skew: (call: Request) => {
    const now = Date.now() + SKEW_MS;
    const sentAt = Number(call.request.headers['x-timestamp']);
    call.response.setHeader('date', new Date(now).toUTCString());
    if (Math.abs(now - sentAt) < SKEW_ALLOWED_MS) return fine(call);
    send(call, 401, { code: 40102, message: 'timestamp outside the window' });
  },
  'long-outage': (call: Request) => {
    const headers = { 'retry-after': String(LONG_SECONDS) };
    send(call, 503, { code: 50301, message: 'temporarily unavailable' }, headers);
  },
};

export type Fault = keyof typeof FAULTS;

export function isFault(name: string | undefined): name is Fault {
  return name !== undefined && Object.hasOwn(FAULTS, name);
}

export function answerFault(fault: Fault, call: Request): void {
  FAULTS[fault](call);
}
