import { createSigner } from '@procurement-intents/sdk';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { CODES } from '../generated/tables.ts';
import type { Target } from './probe.ts';

/** An answer of the service: its code and its time. */
interface RawAnswer {
  code: number | null;
  date: string | undefined;
}

const TIMEOUT_MS = 10_000;
const LIST_PATH = '/api/v1/intents?pageSize=1';
const BATCH_PATH = '/api/v1/intents/batch';
// The item lacks every field, so nothing is created.
const EMPTY_BATCH = '{"items":[{}]}';

/**
 * Whether `X-App-Id` is lost or changed on the way. The service refuses a repeated id by its signature, whatever App it
 * names; only an id that does not arrive, or that a proxy joined into one, is one that it does not know.
 */
export async function isAppIdLost({ values: { baseUrl, appId } }: Target): Promise<boolean> {
  const { code } = await readList(baseUrl, { 'x-app-id': [appId, appId] });
  return code === CODES.APP_UNKNOWN;
}

/**
 * Whether `X-Timestamp` is lost on the way: the service refuses even the time that its own answer carries, although
 * it knows the App.
 */
export async function isTimestampLost({ values: { baseUrl, appId } }: Target): Promise<boolean> {
  const named = { 'x-app-id': appId };
  const { date } = await readList(baseUrl, named);
  const now = Date.parse(date ?? '');
  if (Number.isNaN(now)) return false;
  const { code } = await readList(baseUrl, { ...named, 'x-timestamp': String(now) });
  return code === CODES.TIMESTAMP_INVALID;
}

/**
 * Whether `Idempotency-Key` arrives: a batch is refused for this header, and else for its items. Null when the answer is
 * neither.
 */
export async function isKeyArriving({ values, clockOffsetMs }: Target): Promise<boolean | null> {
  const { baseUrl, appId, appSecret } = values;
  const signed = await createSigner(
    appId,
    appSecret,
  )({
    method: 'POST',
    path: BATCH_PATH,
    body: EMPTY_BATCH,
    timestampMs: Date.now() - clockOffsetMs,
  });
  const { code } = await send(baseUrl, {
    method: 'POST',
    path: BATCH_PATH,
    headers: { ...signed, 'content-type': 'application/json', 'idempotency-key': 'doctor' },
    body: EMPTY_BATCH,
  });
  if (code === CODES.BATCH_PARTIAL) return false;
  return code === CODES.VALIDATION_FAILED ? true : null;
}

/** Sends an unsigned read, with headers that the client would not send. */
const readList = (baseUrl: string, headers: RawRequest['headers']): Promise<RawAnswer> =>
  send(baseUrl, { method: 'GET', path: LIST_PATH, headers });

interface RawRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string;
}

function send(baseUrl: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const lost = () => resolve({ code: null, date: undefined });
    const sent = open(url, { method, headers, timeout: TIMEOUT_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', lost).on('end', () => {
        resolve({ code: readCode(text), date: response.headers.date });
      });
    });
    sent
      .on('timeout', () => sent.destroy())
      .on('error', lost)
      .end(body);
  });
}

function readCode(text: string): number | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
