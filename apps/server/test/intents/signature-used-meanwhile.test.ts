import { ROUTES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders } from '../support/sign.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver();

it('a signature is not answered as a repetition where it has made an intent of its own in between', async () => {
  const { service } = driver;
  const path = ROUTES.createIntent.path;
  const rawBody = JSON.stringify(intentBody(service));
  const send = async (key: string, timestamp: string) => {
    const signed = signedHeaders(service.signer, { method: 'POST', path, body: rawBody, timestamp });
    return service.call('POST', path, { rawBody, headers: { ...signed, 'Idempotency-Key': key } });
  };
  expect((await send('mine', String(driver.clock.now().getTime()))).status).toBe(201);
  driver.clock.advance(1000);
  const { intents } = driver.context;
  const { keepSignature } = intents;
  const again = String(driver.clock.now().getTime());
  // A copy of the repetition's bytes arrives under another key while the repetition is being looked up.
  driver.context.intents = {
    ...intents,
    keepSignature: async (...kept) => {
      driver.context.intents = intents;
      expect((await send('copied', again)).status).toBe(201);
      return keepSignature(...kept);
    },
  };
  const answer = await send('mine', again);
  driver.context.intents = intents;
  expect(answer.headers.get('x-error-name')).toBe('SIGNATURE_REUSED');
});
