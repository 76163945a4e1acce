import { request } from 'node:http';
import { ROUTES } from '@procurement-intents/contract';
import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { type BenchApp, signedHeaders } from './requests.ts';

/** Registers a webhook endpoint of an App for all types of events. @throws Error with the answer when it is refused. */
export function registerWebhook(app: BenchApp, port: number, url: string): Promise<void> {
  const { path } = ROUTES.createWebhook;
  const body = JSON.stringify({ url, maxPerSecond: WEBHOOK_LIMITS.maxPerSecond });
  const headers = signedHeaders(app, { method: 'POST', path, body });
  return new Promise((resolve, reject) => {
    const call = request({ port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    call.on('error', reject).end(body);
  });
}
