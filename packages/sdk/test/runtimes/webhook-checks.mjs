import { equal, isTrue } from './expect.mjs';

export async function judgesWebhooksAsPublished({ webhooks, webhookVectors }) {
  const { vectors, receiverTime, toleranceSeconds } = webhookVectors;
  for (const { name, body, bodyBase64 = '', headers, secrets, expect } of vectors) {
    const bytes =
      body === undefined
        ? Uint8Array.from(atob(bodyBase64), (each) => each.charCodeAt(0))
        : new TextEncoder().encode(body);
    const options = { body: bytes, headers, secrets, toleranceSeconds, now: receiverTime * 1000 };
    const verdict = await webhooks.verifyWebhook(options).then(
      () => 'accept',
      (error) => error.reason ?? String(error),
    );
    equal(verdict, expect, name);
  }
  isTrue(vectors.length > 90, 'more than 90 webhooks');
}

export async function handlesWebhooks({ webhooks, webhookVectors }) {
  const [{ body, headers, secrets }] = webhookVectors.vectors;
  const events = [];
  const handle = webhooks.fetchWebhook({
    secrets,
    now: webhookVectors.receiverTime * 1000,
    onEvent: (event) => events.push(event),
  });
  const post = async (text) =>
    (await handle(new Request('https://receiver.example/hooks', { method: 'POST', headers, body: text })))
      .status;
  equal([await post(body), await post(`${body} `)], [204, 400], 'answers');
  equal(events, [JSON.parse(body)], 'events');
}
