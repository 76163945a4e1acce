import { LIMITS, TEXT_LENGTHS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { verified } from './receiver.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  publish,
  receiver,
  service,
  useWebhooks,
} from './use-webhooks.ts';

// What a receiver is promised at most, and what Standard Webhooks asks for.
const MOST_BYTES = 16_384;
/** A character of four bytes in UTF-8, and one that JSON escapes. */
const WIDEST = ['𠮷', '"'];

useWebhooks();

/** As many labels as an intent may have, each as long as it may be. */
const labels = (char: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: LIMITS.labelsPerIntent }, (_, index) => [
      `k${index}`.padEnd(LIMITS.labelKeyChars, 'x'),
      char.repeat(TEXT_LENGTHS.label.max),
    ]),
  );

it.each(WIDEST)(
  'a full payload is 16 kB at most, with all texts as long as may be and made of %s',
  async (char) => {
    const { path, secret } = await createEndpoint({ payload: 'full' });
    const id = await createIntent({
      title: char.repeat(TEXT_LENGTHS.title.max),
      userId: char.repeat(TEXT_LENGTHS.userId.max),
    });
    const answer = await call('PUT', `/api/v1/intents/${id}/labels`, { labels: labels(char) });
    expectSuccess(answer, 'setIntentLabels');
    const tracking = char.repeat(100);
    await service.database.intent.update({
      where: { id },
      data: {
        status: 'CANCELLED',
        orderId: 'A'.repeat(128),
        trackingNumber: tracking,
        trackingCompany: tracking,
        amountPaidFen: 9_999_999_999_999n,
        cancellationFeeFen: 9_999_999_999_999n,
      },
    });
    await publish();
    await deliver();
    const received = receiver.at(path)[0];
    expect(JSON.parse(received?.body ?? '').data.intent).toMatchObject({
      labels: labels(char),
      trackingNumber: tracking,
    });
    expect(Buffer.byteLength(received?.body ?? '')).toBeLessThanOrEqual(MOST_BYTES);
    await verified(received!, secret, clock.now());
  },
);
