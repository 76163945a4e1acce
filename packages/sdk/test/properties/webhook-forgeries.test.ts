import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWebhookSignatureError, verifyWebhook, type VerifyOptions } from '../../src/webhooks/index.ts';
import { headersOf, NOW, now, OTHER_SECRET, PUBLIC_KEY, SECRET } from '../webhooks/sign.ts';

const base64Of = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => Buffer.from(bytes).toString('base64'));

/** What a call throws: the reason of a refusal, or that a program is wrong. */
async function outcomeOf(options: unknown): Promise<string> {
  try {
    await verifyWebhook(options as VerifyOptions);
    return 'accepted';
  } catch (error) {
    if (isWebhookSignatureError(error)) return error.reason;
    if (error instanceof TypeError) return 'TypeError';
    throw error;
  }
}

const webhook = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
  timestamp: fc.integer({ min: NOW - 300, max: NOW + 300 }).map(String),
  body: fc.object().map((each) => JSON.stringify(each)),
});

/** The text with one other character of those that a header can hold. */
function changeText(text: string, at: number, character: string): string {
  const index = at % text.length;
  return text.slice(0, index) + character + text.slice(index + 1);
}

describe.each([
  ['v1', SECRET],
  ['v1a', PUBLIC_KEY],
])('%s', (_, secret) => {
  it('accepts whatever was signed, and returns it', async () => {
    await fc.assert(
      fc.asyncProperty(webhook, async (sent) => {
        const headers = headersOf(sent, secret);
        const event = await verifyWebhook({ body: sent.body, headers, secrets: [OTHER_SECRET, secret], now });
        expect(event).toEqual(JSON.parse(sent.body));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses it with any byte of the body changed, taken away or added', async () => {
    const change = fc.tuple(
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'remove', 'add'),
    );
    await fc.assert(
      fc.asyncProperty(webhook, change, async (sent, [at, bits, how]) => {
        const bytes = [...Buffer.from(sent.body)];
        const index = at % bytes.length;
        const old = bytes[index] ?? 0;
        const replacement = { change: [old ^ bits], remove: [], add: [bits, old] }[how];
        bytes.splice(index, 1, ...replacement);
        const body = Uint8Array.from(bytes);
        expect(await outcomeOf({ body, headers: headersOf(sent, secret), secrets: secret, now })).toBe(
          'NO_MATCH',
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses it with any character of %s changed',
    async (name) => {
      const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
      await fc.assert(
        fc.asyncProperty(webhook, fc.nat(), character, async (sent, at, other) => {
          const headers = headersOf(sent, secret);
          const changed = changeText(headers[name] ?? '', at, other);
          fc.pre(changed !== headers[name]);
          const forged = { ...headers, [name]: changed };
          const outcome = await outcomeOf({ body: sent.body, headers: forged, secrets: secret, now });
          expect(outcome).toMatch(/^(NO_MATCH|TIMESTAMP_MALFORMED|TOO_OLD|TOO_NEW)$/);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('refuses every signature that is made up', async () => {
    const made = fc.oneof(
      base64Of(32).map((each) => `v1,${each}`),
      base64Of(64).map((each) => `v1a,${each}`),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(webhook, fc.array(made, { minLength: 1, maxLength: 5 }), async (sent, list) => {
        const headers = { ...headersOf(sent, secret), 'webhook-signature': `x ${list.join(' ')}` };
        expect(await outcomeOf({ body: sent.body, headers, secrets: secret, now })).toBe('NO_MATCH');
      }),
      { numRuns: 300 },
    );
  });
});

it('throws nothing but a refusal or a TypeError, whatever it gets', async () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  });
  const headers = fc.oneof(
    anything,
    fc.dictionary(
      fc.constantFrom('webhook-id', 'WEBHOOK-TIMESTAMP', 'webhook-signature', 'get'),
      fc.oneof(fc.string(), anything),
    ),
    fc.array(
      fc.oneof(
        fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature', '1', `${NOW}`),
        anything,
      ),
    ),
  );
  const options = fc.record(
    {
      body: fc.oneof(anything, fc.string({ unit: 'binary' })),
      headers,
      secrets: fc.oneof(anything, fc.constantFrom(SECRET, PUBLIC_KEY, 'whsec_', 'whpk_ü')),
      toleranceSeconds: fc.oneof(anything, fc.constant(1e12)),
      now: fc.oneof(anything, fc.constant(now)),
    },
    { requiredKeys: [] },
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(options, async (each) => {
      seen.add(await outcomeOf(each));
    }),
    { numRuns: 3000 },
  );
  expect(seen).toContain('TypeError');
  expect(seen).not.toContain('accepted');
});
