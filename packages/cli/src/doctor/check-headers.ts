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

/** Sends an unsigned read, with headers that the client would not send. */
function readList(baseUrl: string, headers: Record<string, string | string[]>): Promise<RawAnswer> {
  const url = new URL(baseUrl.replace(/\/+$/, '') + LIST_PATH);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const lost = () => resolve({ code: null, date: undefined });
    const sent = send(url, { headers, timeout: TIMEOUT_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', lost).on('end', () => {
        resolve({ code: readCode(text), date: response.headers.date });
      });
    });
    sent
      .on('timeout', () => sent.destroy())
      .on('error', lost)
      .end();
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
