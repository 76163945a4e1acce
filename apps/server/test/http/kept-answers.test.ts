import { describe, expect, it } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

/** Headers of a caller that has the version; fetch would add `no-cache` of its own. */
const knowing = (answer: { headers: Headers }, more = {}) => ({
  'If-None-Match': answer.headers.get('etag') ?? '*',
  'Cache-Control': 'max-age=0',
  ...more,
});

describe('no answer is kept or left out', () => {
  it('because another person asks', async () => {
    const one = await addPerson(service, ['read:orders']);
    const other = await addPerson(service, ['admin']);
    const shown = await callBearer(service, 'GET', '/v1/profile', { credential: one.token });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const headers = knowing(shown);
    const answer = await callBearer(service, 'GET', '/v1/profile', { credential: other.token, headers });
    expect([answer.status, answer.body.id]).toEqual([200, other.id]);
  });

  it('because another language is asked for', async () => {
    const made = await service.call('POST', '/api/v1/intents', { body: intentBody(service) });
    const path = `/api/v1/intents/${made.body.data.id}`;
    const chinese = await service.call('GET', path);
    expect(chinese.headers.get('cache-control')).toBe('no-store');
    const english = await service.call('GET', path, {
      headers: knowing(chinese, { 'Accept-Language': 'en' }),
    });
    expect(english.status).toBe(200);
    expect(english.body.data.statusMessage).not.toBe(chinese.body.data.statusMessage);
  });

  it('because its version says nothing of how deliveries fare', async () => {
    const made = await service.call('POST', '/api/v1/webhooks', {
      body: { url: 'https://hooks.example.com/e' },
    });
    const path = `/api/v1/webhooks/${made.body.data.id}`;
    const before = await service.call('GET', path);
    await service.database.webhookLane.update({
      where: { webhookId: made.body.data.id },
      data: { failingSince: clock.now() },
    });
    const after = await service.call('GET', path, { headers: knowing(before) });
    expect(after.body.data.failingSince).toBe(clock.now().toISOString());
  });

  it('because it is an error', async () => {
    const answers = await Promise.all([
      service.call('GET', '/api/v1/intents/int_none'),
      callBearer(service, 'GET', '/v1/nothing'),
      callBearer(service, 'GET', '/v1/profile'),
    ]);
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'));
  });
});
