import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Request {
  request: IncomingMessage;
  response: ServerResponse;
  /** Its number among those of its App, from 1. */
  nth: number;
}

interface Envelope {
  code: number;
  message: string;
  data?: unknown;
}

/** Answers with an envelope. Refusals also have the `error` by which stripe and openai know one. */
export function send(
  { response }: Request,
  status: number,
  { code, message, data = null }: Envelope,
  headers: Record<string, string> = {},
): void {
  const error = code === 0 ? {} : { error: { type: 'api_error', message } };
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_0123456789abcdef',
    ...headers,
  });
  response.end(JSON.stringify({ code, message, data, ...error }));
}
