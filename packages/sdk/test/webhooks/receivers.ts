import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { BODY, headersOf } from './sign.ts';

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Starts a receiver on loopback, which stops at the end of the test. Returns a function that sends it a webhook. */
export async function startReceiver(listener: RequestListener): Promise<(sent?: Sent) => Promise<Received>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return ({ method = 'POST', path = '/hooks', headers = headersOf(), body = BODY } = {}) =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { statusCode: status = 0, headers: received } = answer;
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString() });
        });
      });
      call.on('error', reject);
      call.end(body);
    });
}

/** A promise and the functions that end it. */
export function defer() {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
