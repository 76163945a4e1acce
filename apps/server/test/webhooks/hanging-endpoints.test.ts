import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const APPS = 3;
const HANGING_OF_EACH = 17;
/** Of each App: more than its endpoints can have under way. */
const EVENTS = 6;

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ isWorking: true, webhookLoopbackOrigins: [receiver.origin] });
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

const register = (signer: Signer, path: string) =>
  service.call('POST', '/api/v1/webhooks', {
    signer,
    body: { url: receiver.origin + path, maxPerSecond: 50 },
  });

async function createDrafts(signer: Signer, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const body = { ...intentBody(service), draft: true };
    expect((await service.call('POST', '/api/v1/intents', { signer, body })).status).toBe(201);
  }
}

it('fifty endpoints that hang keep nothing from a healthy one (DL8)', { timeout: 60_000 }, async () => {
  let ended = 0;
  receiver.respond(({ path }, response) => {
    if (path === '/healthy') response.writeHead(204).end();
    // Nobody answers; the sender gives up after its time.
    else response.once('close', () => (ended += 1));
  });
  for (let app = 0; app < APPS; app += 1) {
    const signer = await service.addApp();
    for (let one = 0; one < HANGING_OF_EACH; one += 1) {
      // Twenty changes a second are an App's limit.
      expect((await register(signer, `/hangs/${app}/${one}`)).status).toBe(201);
    }
    await createDrafts(signer, EVENTS);
  }
  const hanging = APPS * HANGING_OF_EACH;
  // Each of them has what it may have under way.
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(hanging * 3), {
    timeout: 12_000,
  });
  const signer = await service.addApp();
  await register(signer, '/healthy');
  await createDrafts(signer, 3);
  await vi.waitFor(() => expect(receiver.at('/healthy')).toHaveLength(3), { timeout: 10_000 });
  expect(ended).toBe(0);
});
