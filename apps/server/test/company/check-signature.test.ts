import { MINUTE_RATES } from '@procurement-intents/contract';
import { createHmac } from 'node:crypto';
import { SignatureCheck } from '@procurement-intents/contract/company';
import { beforeAll, describe, expect, it } from 'vitest';
import { SERVICE } from '../../src/audit/record-change.ts';
import { rotateSecret, setAppDisabled } from '../../src/client-apps/manage-apps.ts';
import { addKey, addPerson, type BearerAnswer, callBearer, expectBearerError } from '../support/bearer.ts';
import type { Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const PATH = '/api/v1/intents?userId=%E5%BC%A0&pageSize=5';
const BODY = '{"b": "请/x", "a": [1, 2]}';

let makerId: string;
let signer: Signer;
let timestamp: string;
beforeAll(async () => {
  makerId = (await addPerson(service, ['admin'])).id;
  signer = await service.addApp();
  timestamp = String(clock.now().getTime());
});

const hmac = (text: string, secret = signer.appSecret) =>
  createHmac('sha256', secret).update(text).digest('hex');
const right = () => `POST${PATH}${timestamp}${BODY}`;

/** By a key of its own, which may check so often a minute. */
async function check(signature: string, changes: object = {}, id = signer.appId): Promise<BearerAnswer> {
  const { key } = await addKey(service, makerId, ['admin']);
  const body = { method: 'POST', path: PATH, timestamp, signature, body: BODY, ...changes };
  return callBearer(service, 'POST', `/v1/apps/${id}/check-signature`, { credential: key, body });
}

describe('a signature of an App', () => {
  it.each([
    ['as it is', (signature: string) => signature],
    ['in upper case', (signature: string) => signature.toUpperCase()],
  ])('is right %s', async (_how, write) => {
    const answer = await check(write(hmac(right())));
    expect(answer).toMatchObject({
      status: 200,
      body: { isValid: true, mistakes: [], faults: [], expectedText: right() },
    });
    expect(SignatureCheck.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['timestamp in seconds', () => right().replace(timestamp, timestamp.slice(0, 10))],
    ['written anew (without spaces)', () => right().replace(BODY, JSON.stringify(JSON.parse(BODY)))],
    ['as Python does, escaped', () => right().replace('请', String.raw`\u8bf7`)],
    ['keys sorted and spaces', () => right().replace(BODY, '{"a": [1, 2], "b": "请/x"}')],
    ['without its query', () => right().replace(PATH, '/api/v1/intents')],
    ['encoded once more', () => right().replaceAll('%', '%25')],
    ['decoded instead of as sent', () => right().replace(PATH, decodeURIComponent(PATH))],
    ['no body', () => right().replace(BODY, '')],
    ['method in lower case', () => right().replace('POST', 'post')],
    ['newline after the body', () => `${right()}\n`],
    ['newlines between the parts', () => ['POST', PATH, timestamp, BODY].join('\n')],
  ])('is explained: %s', async (label, text) => {
    const { body } = await check(hmac(text()), { signedText: text() });
    expect(body).toMatchObject({
      isValid: false,
      isSecretRight: true,
      mistakes: [expect.stringContaining(label)],
    });
    expect(body.differsAt).toBeGreaterThanOrEqual(0);
    expect(text()[body.differsAt]).not.toBe(right()[body.differsAt]);
  });

  it('is explained as one with two mistakes, of a short body', async () => {
    const text = right().replace(PATH, '/api/v1/intents').replace(timestamp, timestamp.slice(0, 10));
    expect((await check(hmac(text))).body.mistakes).toHaveLength(2);
  });

  it('is that of another secret when no mistake explains it', async () => {
    const { body } = await check(hmac(right(), 'another secret'), { signedText: right() });
    expect(body).toMatchObject({ isValid: false, mistakes: [], isSecretRight: false });
    expect(body).not.toHaveProperty('differsAt');
  });

  it('is never answered, nor is the secret', async () => {
    const { body } = await check('0'.repeat(64), { signedText: right() });
    const text = JSON.stringify(body);
    for (const secret of [hmac(right()), hmac(right()).toUpperCase(), signer.appSecret])
      expect(text).not.toContain(secret);
  });

  it.each([
    ['timestamp', { timestamp: '1795251600' }, /13 digits/],
    ['path', { path: 'https://shop.example/api/v1/intents' }, /path/],
    ['body of a GET', { method: 'get' }, /GET takes no body/],
    ['body', { body: ' {}' }, /first character/],
  ])('is refused whatever it is for its %s', async (_part, changes, fault) => {
    expect((await check(hmac(right()), changes)).body.faults).toEqual([expect.stringMatching(fault)]);
  });

  it('is refused when it is no hex digest, and from a disabled App', async () => {
    const app = await service.addApp();
    await setAppDisabled(service.appsDeps, { id: app.appId, isDisabled: true, actor: SERVICE });
    const { body } = await check('a+b=', {}, app.appId);
    expect(body.faults).toEqual(['The App is disabled.', expect.stringMatching(/64 hex/)]);
  });

  it('names a secret that has ended', async () => {
    const app = await service.addApp();
    await rotateSecret(service.appsDeps, { id: app.appId, actor: SERVICE }, 0);
    clock.advance(1000);
    const { body } = await check(hmac(right(), app.appSecret), { signedText: right() }, app.appId);
    expect(body).toMatchObject({
      isValid: false,
      isSecretRight: false,
      mistakes: [expect.stringMatching(/no longer valid/)],
    });
  });
});

it('an unknown App is not found', async () => {
  for (const id of ['app_nobody', 'a b']) expectBearerError(await check('00', {}, id), 'not_found');
});

it.each([{ path: 'x'.repeat(8193) }, { body: 'x'.repeat(65_537) }, { unknown: 1 }, { method: 5 }])(
  'refuses fields of another form',
  async (changes) => expectBearerError(await check('00', changes), 'validation_failed'),
);

it('is asked for so often a minute and no more', async () => {
  // All of them in one minute.
  clock.advance(60_000 - (clock.now().getTime() % 60_000));
  const { key } = await addKey(service, makerId, ['admin']);
  const body = { method: 'GET', path: PATH, timestamp, signature: '0'.repeat(64) };
  const ask = () =>
    callBearer(service, 'POST', `/v1/apps/${signer.appId}/check-signature`, { credential: key, body });
  for (let count = 0; count < MINUTE_RATES.signatureChecks; count += 1) {
    clock.advance(20);
    expect((await ask()).status).toBe(200);
  }
  const refused = await ask();
  expectBearerError(refused, 'rate_limited');
  expect(refused.headers.has('retry-after')).toBe(true);
});
