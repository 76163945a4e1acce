import { BodyBuffer, MAX_BODY_BYTES } from './body-buffer.ts';
import {
  createHandler,
  isDeclaredTooLarge,
  NOT_POST,
  TOO_LARGE,
  type Answer,
  type HandlerOptions,
} from './handle-delivery.ts';
import type { HeaderRecord } from './read-headers.ts';

/** The parts of a request of Node, and so of Express, that are used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: HeaderRecord;
  readonly readableDidRead?: boolean;
  /** What a parser has made of the body. */
  readonly body?: unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  resume(): unknown;
}

/** The parts of a response of Node, and so of Express, that are used. */
export interface NodeResponse {
  statusCode: number;
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
}

const PARSED = `expressWebhook needs the raw body, but a parser has read it. Move the line app.use(express.json()) below \
app.post('/your-path', expressWebhook(...)), or name express.raw({ type: '*/*' }) before expressWebhook in that line`;

/**
 * Makes a handler of webhooks for Express, and for `createServer` of node:http. It reads the body itself, so it stands
 * before `express.json()`. Answers: 204 when the event is handled, 400 to a wrong signature, 405 unless it is POST, 413 to
 * over 64 kB, 500 when `onEvent` throws.
 *
 * @example app.post('/hooks', expressWebhook({ secrets: process.env.WEBHOOK_SECRET, onEvent: handle }));
 * @throws TypeError for options that cannot work. The handler throws when a parser has read the body before.
 */
export function expressWebhook(
  options: HandlerOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const handle = createHandler(options);
  // Not async: Express 4 does not catch rejections, but what is thrown.
  return (request, response) => {
    if (request.method !== 'POST') return Promise.resolve(send(response, NOT_POST));
    const { body, headers, readableDidRead = body !== undefined } = request;
    if (readableDidRead) {
      // By express.raw() or express.text()
      if (!isRaw(body)) throw new Error(PARSED);
      return answer(body.length > MAX_BODY_BYTES ? TOO_LARGE : handle(body, headers), response);
    }
    if (isDeclaredTooLarge(String(headers['content-length'] ?? ''))) {
      request.resume();
      return answer(TOO_LARGE, response);
    }
    return readBody(request).then((read) => {
      if (read === 'aborted') return;
      return answer(read === 'too large' ? TOO_LARGE : handle(read, headers), response);
    });
  };
}

const isRaw = (body: unknown): body is Uint8Array | string =>
  typeof body === 'string' || ArrayBuffer.isView(body);

async function answer(result: Answer | Promise<Answer>, response: NodeResponse): Promise<void> {
  send(response, await result);
}

function send(response: NodeResponse, { status, text }: Answer): void {
  // A time limit of the application may have answered.
  if (response.headersSent) return;
  response.statusCode = status;
  if (status === 405) response.setHeader('allow', 'POST');
  // The rest of the body is still on its way.
  if (status === 413) response.shouldKeepAlive = false;
  if (text !== '') response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(text);
}

/** Reads at most the allowed bytes, and lets the rest pass by, so that the sender gets to read the answer. */
function readBody(request: NodeRequest): Promise<Uint8Array | 'too large' | 'aborted'> {
  return new Promise((resolve) => {
    const buffer = new BodyBuffer();
    request.on('data', (chunk: Uint8Array | string) => {
      const part = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      if (!buffer.add(part)) resolve('too large');
    });
    request.on('end', () => resolve(buffer.whole()));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}
