import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  BODY,
  EVENT,
  headersOf,
  ID,
  NOW,
  now,
  OTHER_PUBLIC_KEY,
  OTHER_SECRET,
  PUBLIC_KEY,
  SECRET,
  signatureOf,
} from '../../test/webhooks/sign.ts';
import {
  isWebhookSignatureError,
  verifyWebhook,
  WebhookSignatureError,
  type VerifyOptions,
} from './index.ts';

afterEach(() => vi.unstubAllGlobals());

const verify = (changes: Partial<Record<keyof VerifyOptions, unknown>> = {}) =>
  verifyWebhook({ body: BODY, headers: headersOf(), secrets: SECRET, now, ...changes } as VerifyOptions);

async function errorOf(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => null,
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}
const reasonOf = async (changes: Partial<Record<keyof VerifyOptions, unknown>>) => {
  const error = await errorOf(verify(changes));
  return isWebhookSignatureError(error) ? error.reason : `${error.name}: ${error.message}`;
};

it('returns the event', async () => {
  expect(await verify()).toEqual(EVENT);
});

describe('takes the body as', () => {
  const bytes = new TextEncoder().encode(BODY);
  const padded = new Uint8Array([1, 2, ...bytes, 3]);
  it.each([
    ['a text', BODY],
    ['a Buffer', Buffer.from(BODY)],
    ['a Uint8Array', bytes],
    ['a part of a larger buffer', padded.subarray(2, -1)],
    ['an ArrayBuffer', bytes.buffer],
    ['a DataView', new DataView(padded.buffer, 2, bytes.length)],
  ])('%s', async (_, body) => {
    expect(await verify({ body })).toEqual(EVENT);
  });

  it.each([
    ['an object', EVENT],
    ['an array', [1]],
    ['null', null],
    ['undefined', undefined],
    ['a number', 1],
    ['a promise of the text', Promise.resolve(BODY)],
  ])('not as %s, and says what to pass', async (_, body) => {
    const error = await errorOf(verify({ body }));
    expect(error).toMatchObject({ name: 'WebhookSignatureError', reason: 'BODY_NOT_RAW' });
    expect(error.message).toContain('pass the raw body');
  });

  it('returns what was verified, although the bytes change meanwhile', async () => {
    const body = Buffer.from(BODY);
    const call = verify({ body });
    body.write('"intent.failed"   ', body.indexOf('"intent.completed"'));
    expect(await call).toEqual(EVENT);
  });
});

describe('takes the headers as', () => {
  const headers = headersOf();
  const pairs = Object.entries(headers);
  const capitals = pairs.map(([name, value]): [string, string] => [name.toUpperCase(), value]);
  it.each([
    ['Headers', new Headers(headers)],
    ['an object', headers],
    ['an object in capitals', Object.fromEntries(capitals)],
    ['an object with other headers, one of them named get', { get: 'x', host: undefined, ...headers }],
    [
      'an object of arrays, as headersDistinct',
      Object.fromEntries(pairs.map(([name, value]) => [name, [value]])),
    ],
    ['rawHeaders', ['Host', 'x', ...capitals.flat()]],
    ['pairs', capitals],
    ['a Map', new Map(pairs)],
  ])('%s', async (_, form) => {
    expect(await verify({ headers: form })).toEqual(EVENT);
  });

  it('several signature headers, of which one is right', async () => {
    const { 'webhook-signature': right = '', ...others } = headers;
    const list = [signatureOf({}, OTHER_SECRET), right];
    expect(await verify({ headers: { ...others, 'webhook-signature': list } })).toEqual(EVENT);
    const raw = [...Object.entries(others).flat(), ...list.flatMap((each) => ['webhook-signature', each])];
    expect(await verify({ headers: raw })).toEqual(EVENT);
  });

  it('never one of two ids or timestamps', async () => {
    const twice = (name: string) => ({ ...headers, [name]: [headers[name], headers[name]] });
    expect(await reasonOf({ headers: twice('webhook-id') })).toBe('NO_MATCH');
    expect(await reasonOf({ headers: twice('webhook-timestamp') })).toBe('TIMESTAMP_MALFORMED');
  });

  it.each(Object.keys(headers))('not without %s, which the error names', async (name) => {
    const { [name]: _, ...rest } = headers;
    const error = await errorOf(verify({ headers: rest }));
    expect(error).toMatchObject({ reason: 'HEADER_MISSING' });
    expect(error.message).toContain(name);
  });

  it.each([null, undefined, 'webhook-id: 1', 1])('not as %j', async (form) => {
    expect(await reasonOf({ headers: form })).toBe('TypeError: headers must be those of the request');
  });
});

describe('secrets', () => {
  it.each([
    ['a secret', SECRET, SECRET],
    ['a public key', PUBLIC_KEY, PUBLIC_KEY],
    ['the second of two secrets', [OTHER_SECRET, SECRET], SECRET],
    ['the second of two public keys', [OTHER_PUBLIC_KEY, PUBLIC_KEY], PUBLIC_KEY],
    ['a public key beside a secret', [SECRET, PUBLIC_KEY], PUBLIC_KEY],
    ['a secret beside a public key', [PUBLIC_KEY, SECRET], SECRET],
  ])('%s verifies', async (_, secrets, signer) => {
    expect(await verify({ secrets, headers: headersOf({}, signer) })).toEqual(EVENT);
    const strangers = [OTHER_SECRET, OTHER_PUBLIC_KEY].filter((each) => !secrets.includes(each));
    for (const each of strangers) {
      expect(await reasonOf({ secrets, headers: headersOf({}, each) })).toBe('NO_MATCH');
    }
  });

  it('of 24 to 64 bytes verify, as Standard Webhooks allows', async () => {
    for (const size of [24, 64]) {
      const secret = `whsec_${Buffer.alloc(size, 7).toString('base64')}`;
      expect(await verify({ secrets: secret, headers: headersOf({}, secret) })).toEqual(EVENT);
    }
  });

  const short = Buffer.alloc(23).toString('base64');
  it.each([
    ['missing', undefined],
    ['an empty text', ''],
    ['an empty list', []],
    ['a number', 1],
    ['a list with a number', [1]],
    ['without its prefix', SECRET.slice(6)],
    ['a private key', SECRET.replace('whsec_', 'whsk_')],
    ['followed by a line break', `${SECRET}\n`],
    ['without the = at the end', SECRET.replace(/=+$/, '')],
    ['cut', SECRET.slice(0, 30)],
    ['too short', `whsec_${short}`],
    ['a public key of another length', `whpk_${short}`],
    ['the right one beside a wrong one', [SECRET, 'whsec_']],
  ])('that are %s are a TypeError, which does not show them', async (_, secrets) => {
    const error = await errorOf(verify({ secrets }));
    expect(error).toBeInstanceOf(TypeError);
    const texts = [secrets].flat().filter((each) => typeof each === 'string' && each.length > 6);
    for (const each of texts) expect(error.message).not.toContain(String(each).trim().slice(6));
  });
});

describe('time', () => {
  const at = (seconds: number) => ({ now: (NOW + seconds) * 1000 });
  it.each([
    [300, 'accepted'],
    [-300, 'accepted'],
    [301, 'TOO_OLD'],
    [-301, 'TOO_NEW'],
  ])('a clock that is %i s ahead: %s', async (seconds, result) => {
    const outcome = verify(at(seconds)).then(
      () => 'accepted',
      (error: WebhookSignatureError) => error.reason,
    );
    expect(await outcome).toBe(result);
  });

  it('has a tolerance that the caller sets', async () => {
    expect(await reasonOf({ ...at(11), toleranceSeconds: 10 })).toBe('TOO_OLD');
    expect(await verify({ ...at(3600), toleranceSeconds: 3600 })).toEqual(EVENT);
    expect(await reasonOf({ ...at(1), toleranceSeconds: 0 })).toBe('TOO_OLD');
  });

  it('is a Date, milliseconds or a function', async () => {
    for (const each of [new Date(now()), now(), now, () => new Date(now())]) {
      expect(await verify({ now: each })).toEqual(EVENT);
    }
  });

  it.each([
    [{ toleranceSeconds: Number.NaN }],
    [{ toleranceSeconds: -1 }],
    [{ toleranceSeconds: '300' }],
    [{ now: Number.NaN }],
    [{ now: new Date('x') }],
  ])('that is none is a TypeError: %j', async (options) => {
    expect(await errorOf(verify(options))).toBeInstanceOf(TypeError);
  });
});

it('stops at a hundred signatures, since each costs a computation', async () => {
  const list = (count: number) => ({
    ...headersOf(),
    'webhook-signature': [
      ...Array<string>(count - 1).fill(`v1,${'A'.repeat(43)}=`),
      signatureOf({}, SECRET),
    ].join(' '),
  });
  expect(await verify({ headers: list(100) })).toEqual(EVENT);
  expect(await reasonOf({ headers: list(101) })).toBe('NO_MATCH');
});

describe('a runtime', () => {
  const subtleWithout = (names: string[]) => ({
    importKey: async (
      format: 'raw',
      bytes: Uint8Array<ArrayBuffer>,
      algorithm: { name: string },
      ...rest: [boolean, 'verify'[]]
    ) => {
      if (names.includes(algorithm.name)) throw new DOMException('Unrecognized name.', 'NotSupportedError');
      return crypto.subtle.importKey(format, bytes, algorithm, ...rest);
    },
    verify: crypto.subtle.verify.bind(crypto.subtle),
  });
  const { crypto } = globalThis;

  it('without ed25519 verifies v1, and says what to do about v1a', async () => {
    vi.stubGlobal('crypto', { subtle: subtleWithout(['Ed25519']) });
    const secrets = [PUBLIC_KEY, SECRET];
    expect(await verify({ secrets })).toEqual(EVENT);
    const error = await errorOf(verify({ secrets, headers: headersOf({}, PUBLIC_KEY) }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('an endpoint with the signature v1');
    expect(error.cause).toMatchObject({ name: 'NotSupportedError' });
  });

  it('without WebCrypto says so', async () => {
    vi.stubGlobal('crypto', undefined);
    expect(await reasonOf({})).toContain('TypeError: this runtime has no WebCrypto');
  });
});

it('names the error, and recognises that of another copy of the package', async () => {
  const error = await errorOf(verify({ secrets: OTHER_SECRET }));
  expect(error).toBeInstanceOf(WebhookSignatureError);
  expect(error.name).toBe('WebhookSignatureError');
  expect(isWebhookSignatureError({ isProcurementWebhookError: true })).toBe(true);
  expect([null, undefined, 1, new Error('x')].map(isWebhookSignatureError)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('shows neither secret nor body in an error', async () => {
  const all = await Promise.all([
    errorOf(verify({ secrets: OTHER_SECRET })),
    errorOf(verify({ now: 0 })),
    errorOf(verify({ headers: headersOf({ id: ID }, PUBLIC_KEY) })),
  ]);
  for (const { message } of all) expect(message).not.toMatch(/whsec_|whpk_|A20261121000042/);
});
