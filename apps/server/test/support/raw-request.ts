import { connect } from 'node:net';
import type { Answer } from './test-service.ts';

export interface RawAnswer {
  status: number;
  /** Names in lower case; the last of a repeated header. */
  headers: Record<string, string>;
  text: string;
}

/** The bytes of a request, as they go over the wire; nothing is encoded, added or checked. */
export function requestBytes(
  requestLine: string,
  headers: Record<string, string> | readonly string[] = {},
  body: string | Buffer = '',
): Buffer {
  const lines = Array.isArray(headers)
    ? headers
    : Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from(body);
  const isSized =
    bytes.length === 0 || lines.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  const length = isSized ? [] : [`Content-Length: ${bytes.length}`];
  const head = [requestLine, 'Host: service.test', ...lines, ...length].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

/** The answer as `TestService.call` gives it. Throws when it is no JSON. */
export function toAnswer({ status, headers, text }: RawAnswer): Answer {
  return { status, headers: new Headers(headers), body: JSON.parse(text) as Answer['body'] };
}

/** Sends exactly these bytes over a connection of its own and reads the one answer, whatever its end. */
export function rawRequest(port: number, bytes: Buffer, timeoutMs = 5000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no whole answer in time')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = parseAnswer(Buffer.concat(chunks), isHead);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`closed without a whole answer: ${Buffer.concat(chunks).toString('latin1')}`)),
    );
  });
}

function parseAnswer(bytes: Buffer, isHead: boolean): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const body = bytes.subarray(end + 4);
  // An interim answer; the one that counts follows.
  if (status < 200) return parseAnswer(body, isHead);
  const whole = isHead
    ? NOTHING
    : headers['transfer-encoding'] === 'chunked'
      ? joinChunks(body)
      : sized(body, headers);
  return whole && { status, headers, text: whole.toString('utf8') };
}

const NOTHING = Buffer.alloc(0);

function sized(bytes: Buffer, headers: Record<string, string>): Buffer | null {
  const length = Number(headers['content-length'] ?? 0);
  return bytes.length < length ? null : bytes.subarray(0, length);
}

/** The content of chunks; null until the last one is there. */
function joinChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const length = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + length;
    if (bytes.length < end + 2) return null;
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
