import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { canSign, signedHeaders } from './send-signed.ts';

it('signs as the interface asks', async () => {
  const request = {
    appId: 'app_1',
    secret: 'a secret',
    method: 'POST',
    path: '/api/v1/intents',
    body: '{"title":"无线鼠标"}',
  };
  expect(canSign()).toBe(true);
  expect(await signedHeaders(request, 1_795_251_600_000)).toEqual({
    'x-app-id': 'app_1',
    'x-timestamp': '1795251600000',
    'x-signature': createHmac('sha256', request.secret)
      .update(`POST/api/v1/intents1795251600000${request.body}`)
      .digest('hex'),
  });
});
