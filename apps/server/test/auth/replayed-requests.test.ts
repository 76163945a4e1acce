import { LIMITS, RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { createMessage, INTENTS, now, pathOf, send, sign } from './send-exactly.ts';

useService({ graceMs: 86_400_000 });

const countIntents = () => service.database.intent.count();

describe('a replay', () => {
  it('of a create, ten at once, buys once and gives the first answer (A6, I17, S11)', async () => {
    const before = await countIntents();
    const message = createMessage(JSON.stringify(intentBody(service)));
    const answers = await Promise.all(Array.from({ length: RATE_LIMITS.create }, () => send(message)));
    for (const answer of answers) expectSuccess(answer, 'createIntent');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);
    const replays = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replays).toHaveLength(answers.length - 1);
    expect(await countIntents()).toBe(before + 1);
  });

  it('with the signature in other letters is the same request (A3, A6)', async () => {
    const before = await countIntents();
    const message = createMessage(JSON.stringify(intentBody(service)));
    const first = await send(message);
    const headers = sign(message);
    const again = await service.call('POST', INTENTS, {
      rawBody: message.body ?? '',
      headers: { ...headers, 'X-Signature': headers['X-Signature'].toUpperCase() },
    });
    expect(again.body).toEqual(first.body);
    expect(await countIntents()).toBe(before + 1);
  });

  it('signed anew is a new intent (I17)', async () => {
    const message = createMessage(JSON.stringify(intentBody(service)));
    const first = await send(message);
    clock.advance(1);
    const second = await send(message);
    expectSuccess(second, 'createIntent');
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('is refused once its timestamp is out of range, by anybody (A6, S11)', async () => {
    const message = { ...createMessage(JSON.stringify(intentBody(service))), timestamp: now() };
    expectSuccess(await send(message), 'createIntent');
    clock.advance(LIMITS.timestampSkewMs + 1);
    expectError(await send(message), 'TIMESTAMP_INVALID');
  });

  it('of a cancel, a submit or a delete meets what the first has left (A6)', async () => {
    for (const [operation, status, refusal] of [
      ['cancelIntent', 'SUBMITTED', 'CANCEL_REFUSED'],
      ['submitIntent', 'DRAFT', 'SUBMIT_REFUSED'],
      ['deleteIntent', 'FAILED', 'INTENT_NOT_FOUND'],
    ] as const) {
      const id = await intentIn(service, status);
      const message = { method: ROUTES[operation].method, path: pathOf(operation, id) };
      expectSuccess(await send(message), operation);
      expectError(await send(message), refusal);
    }
  });
});
