import { createHmac } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { SECRET } from './start-service.ts';

/** A request with its exact bytes. */
export interface RawRequest {
  method: string;
  target: string;
  headers: Map<string, string>;
  body: Buffer;
}

/** Expects that the App signed exactly these bytes. */
export function expectSigned({ method, target, headers, body }: RawRequest): void {
  const timestamp = headers.get('x-timestamp') ?? '';
  expect(timestamp).toMatch(/^[0-9]{13}$/);
  const signed = Buffer.concat([Buffer.from(method + target + timestamp, 'latin1'), body]);
  expect(headers.get('x-signature'), target).toBe(hmacHex(SECRET, signed));
}

export function hmacHex(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Reads requests from the socket byte by byte, so that no HTTP library normalises them. */
export async function startRawServer() {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const parsed = parseRequest(pending);
      if (!parsed) return;
      pending = Buffer.alloc(0);
      requests.push(parsed);
      const body = '{"code":0,"message":"","data":null}';
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function parseRequest(bytes: Buffer): RawRequest | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return null;
  const [method = '', target = ''] = requestLine.split(' ');
  return { method, target, headers, body };
}
