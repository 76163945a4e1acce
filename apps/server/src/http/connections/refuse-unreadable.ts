import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ErrorName } from '@procurement-intents/contract';
import { presentRefusal } from '@procurement-intents/domain';
import { STRICT_TRANSPORT } from '../steps/require-https.ts';
import { newRequestId } from '../request-id.ts';
import { connectionOf } from './connection.ts';

type ParseError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const VERSION = ' HTTP/1.';

/** The error for bytes that Node could not parse as a request. */
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
 * Whether the headers became too large in the request line. Node reports only the last read of the connection, and the
 * position where the parser stopped, after the part that was too large. After a URL, the version follows or the read
 * ends.
 */
function isInRequestLine(read: Buffer = Buffer.alloc(0), parsed = 0): boolean {
  if (read.subarray(0, parsed).includes('\n')) return false;
  const rest = read.subarray(parsed, parsed + VERSION.length).toString('latin1');
  return rest === '' || rest === VERSION;
}

/**
 * Whether nothing was ever sent on a connection whose time is over. Browsers open such ahead of need, and take what is written
 * to one for the response to the first request that they send on it: a page would lack the script that it asked for.
 */
const isUnused = ({ code }: ParseError, socket: Duplex): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;

/**
 * Answers with the error envelope what Node's parser rejects: invalid bytes, headers that are too large, a request that
 * takes too long to arrive. Then closes the connection. Express never sees these, and Node's own response has no body.
 */
export function refuseUnreadable(error: ParseError, socket: Duplex): void {
  const connection = connectionOf(socket);
  const answer = connection.pending;
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused(error, socket)) {
    socket.destroy();
    return;
  }
  // An earlier request is still being answered: the client would take a refusal for its response.
  if (answer && (answer.req.complete || answer.headersSent)) {
    connection.countUnreadable(answer);
    return;
  }
  const refusal = presentRefusal({ name: nameOf(error), data: null, headers: {} }, 'zh');
  const body = JSON.stringify(refusal.body);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newRequestId()}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    ...(socket instanceof TLSSocket ? [`Strict-Transport-Security: ${STRICT_TRANSPORT}`] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
