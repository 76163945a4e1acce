import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case; the last of a repeated header. */
  headers: Record<string, string>;
  text: string;
}

/** Sends exactly these bytes over a connection of its own and reads the one answer, whatever its end. */
export function rawRequest(port: number, bytes: string | Buffer, timeoutMs = 5000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no whole answer in time')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = parseAnswer(Buffer.concat(chunks));
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

function parseAnswer(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = bytes.subarray(end + 4);
  const length = Number(headers['content-length'] ?? 0);
  if (body.length < length) return null;
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: body.subarray(0, length).toString('utf8'),
  };
}
