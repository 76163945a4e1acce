import { connect } from 'node:net';
import type { RawAnswer } from '../support/raw-request.ts';

// Time for an answer to begin, and for another one to follow it, before we take what was sent for half a request. Node
// answers nothing to a caller that has ended its side, so ending at once would hide what the bytes did.
const SILENCE_MS = { before: 1000, after: 100 };

/**
 * Sends bytes that need not be a request, ends its side when nothing more comes, and reads every whole answer.
 *
 * @throws Error when the service neither answers nor hangs up in time.
 */
export function exchangeBytes(port: number, bytes: Buffer, timeoutMs: number): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes));
    const overdue = setTimeout(() => {
      socket.destroy();
      reject(new Error(`neither answered nor hung up within ${timeoutMs} ms`));
    }, timeoutMs + SILENCE_MS.before);
    let silence = setTimeout(() => socket.end(), SILENCE_MS.before);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(silence);
      silence = setTimeout(() => socket.end(), SILENCE_MS.after);
    });
    socket.on('end', () => socket.destroy());
    // A service that has heard enough may hang up on the rest; what it said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(overdue);
      clearTimeout(silence);
      resolve(readAnswers(Buffer.concat(chunks)));
    });
  });
}

function readAnswers(bytes: Buffer): RawAnswer[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const pairs = lines.map((line) => line.split(/:\s*/, 2) as [string, string]);
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswers(rest);
  // The answer to a HEAD says how long its body would be, and has none.
  const isBare = !rest.toString('latin1', 0, 1).startsWith('{');
  const length = isBare ? 0 : Number(headers['content-length'] ?? rest.length);
  return [{ status, headers, text: rest.toString('utf8', 0, length) }, ...readAnswers(rest.subarray(length))];
}
