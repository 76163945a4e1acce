import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { ERROR_NAME_HEADER, type ErrorName, type ErrorRow, ERRORS } from '@procurement-intents/contract';
import { STRICT_TRANSPORT } from './steps/require-https.ts';
import { newRequestId } from './request-id.ts';
import { pendingResponseOf } from './server.ts';

type ParseError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const VERSION = ' HTTP/1.';

/** What to call bytes that never became a request. */
function nameOf({ code, rawPacket, bytesParsed }: ParseError): ErrorName {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'UNAVAILABLE';
    case 'HPE_HEADER_OVERFLOW':
      return isInRequestLine(rawPacket, bytesParsed) ? 'URL_TOO_LONG' : 'REQUEST_MALFORMED';
    default:
      return 'REQUEST_MALFORMED';
  }
}

/**
 * Whether the head became too large in its first line. Node shows only the last read of the connection, and where in it
 * the parser stopped: at the end of the part that was too much. A URL ends there in front of the version, or goes on.
 */
function isInRequestLine(read: Buffer = Buffer.alloc(0), parsed = 0): boolean {
  if (read.subarray(0, parsed).includes('\n')) return false;
  const rest = read.subarray(parsed, parsed + VERSION.length).toString('latin1');
  return rest === '' || rest === VERSION;
}

/**
 * Answers, with the envelope, what Node's parser gave up on: garbage, headers without end, a request that takes too
 * long to arrive. Express never sees those, and Node's own answer would have no body. The connection ends with it.
 */
export function refuseUnreadable(error: ParseError, socket: Duplex): void {
  const answer = pendingResponseOf(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // A whole request before these bytes is being answered: a refusal now would be taken for its answer.
  if (answer && (answer.req.complete || answer.headersSent)) {
    answer.once('finish', () => socket.end());
    return;
  }
  const name = nameOf(error);
  const row: ErrorRow = ERRORS[name];
  const body = JSON.stringify({ code: row.code, message: row.zh, data: null });
  const headers = [
    `HTTP/1.1 ${row.status} ${STATUS_CODES[row.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newRequestId()}`,
    `${ERROR_NAME_HEADER}: ${name}`,
    ...(row.retry === 'later' ? ['Retry-After: 1'] : []),
    ...(socket instanceof TLSSocket ? [`Strict-Transport-Security: ${STRICT_TRANSPORT}`] : []),
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
