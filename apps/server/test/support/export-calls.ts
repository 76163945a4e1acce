import { request as httpRequest } from 'node:http';
import { ROUTES } from '@procurement-intents/contract';
import { expect } from 'vitest';
import { signedHeaders, type Signer } from './sign.ts';
import { clock, service } from './use-service.ts';

const { path: PATH } = ROUTES.exportIntents;

/** An intent of an export. */
export type Line = Record<string, unknown> & { id: string; createdAt: string };

export const exportHeaders = (signer: Signer, path: string = PATH): Record<string, string> =>
  signedHeaders(signer, { method: 'GET', path, timestamp: String(clock.now().getTime()) });

/** Begins an export of the App. */
export async function fetchExport(
  signer: Signer,
  query = '',
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = `${PATH}${query}`;
  return fetch(`${service.baseUrl}${path}`, { headers: { ...headers, ...exportHeaders(signer, path) } });
}

/** The whole lines of a text. */
export const parseLines = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);

/** A whole export of the App. */
export async function exported(signer: Signer, query = ''): Promise<{ lines: Line[]; end: unknown }> {
  const response = await fetchExport(signer, query);
  expect(response.status).toBe(200);
  const lines = parseLines(await response.text());
  return { end: lines.pop(), lines: lines as Line[] };
}

/** All that arrives of an answer, until its end or its cut. */
export function receive(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('error', () => undefined);
      response.on('close', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, text, isCut: !response.complete });
      });
    });
    sent.on('error', reject).end();
  });
}

/** Opens an export and reads nothing of it. */
export function openExport(
  signer: Signer,
): Promise<{ status: number; isOver: Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.baseUrl}${PATH}`, { headers: exportHeaders(signer) }, (response) => {
      response.pause();
      const isOver = new Promise<void>((end) => response.on('error', () => undefined).on('close', end));
      resolve({ status: response.statusCode ?? 0, isOver, close: () => sent.destroy() });
    });
    sent.on('error', reject).end();
  });
}
