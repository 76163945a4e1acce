import { LIMITS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { createMessage, INTENTS, now, pathOf, send, sign } from './send-exactly.ts';

useService({ graceMs: 86_400_000 });

/** Sends these header lines and nothing beside them. */
async function sendWith(headers: readonly string[]) {
  return toAnswer(await rawRequest(service.port, requestBytes(`GET ${INTENTS} HTTP/1.1`, headers)));
}
const listHeaders = (changes: Partial<ReturnType<typeof sign>> = {}) =>
  Object.entries({ ...sign({ method: 'GET', path: INTENTS }), ...changes }).map((pair) => pair.join(': '));

describe('the three headers', () => {
  it.each([
    ['X-App-Id', 'APP_UNKNOWN'],
    ['X-Timestamp', 'TIMESTAMP_INVALID'],
    ['X-Signature', 'SIGNATURE_INVALID'],
  ] as const)('%s left out or empty is %s (A3)', async (name, error) => {
    const others = listHeaders().filter((line) => !line.startsWith(name));
    expect(others).toHaveLength(2);
    expectError(await sendWith(others), error);
    expectError(await sendWith([...others, `${name}:`]), error);
  });

  it.each([
    ['X-App-Id', 'SIGNATURE_INVALID'],
    ['X-Timestamp', 'TIMESTAMP_INVALID'],
    ['X-Signature', 'SIGNATURE_INVALID'],
  ] as const)('%s sent twice is %s, though both are right (A2)', async (name, error) => {
    const lines = listHeaders();
    const twice = lines.filter((line) => line.startsWith(name));
    expectError(await sendWith([...lines, ...twice]), error);
    expectError(await sendWith([...lines, ...twice.map((line) => line.toLowerCase())]), error);
  });

  it('may be named in any case and be followed by blanks, which HTTP does not count', async () => {
    const lines = listHeaders().map(
      (line) => `${line.split(':')[0]?.toUpperCase()}:  ${line.split(': ')[1]}  `,
    );
    expectSuccess(await sendWith(lines), 'listIntents');
  });

  it.each([
    ['12 digits', (time: string) => time.slice(1)],
    ['14 digits', (time: string) => `0${time}`],
    ['seconds', (time: string) => time.slice(0, 10)],
    ['a sign', (time: string) => `+${time.slice(1)}`],
    ['an exponent', (time: string) => `${time.slice(0, 1)}.${time.slice(1, 9)}e12`],
    ['hexadecimal', (time: string) => `0x${Number(time).toString(16)}`],
    ['a fraction', (time: string) => `${time}.0`],
    ['a blank inside', (time: string) => `${time.slice(0, 6)} ${time.slice(6)}`],
    ['ISO 8601', (time: string) => new Date(Number(time)).toISOString()],
    ['full-width digits', (time: string) => fullWidth(time)],
    ['zero', () => '0000000000000'],
    ['the farthest future', () => '9999999999999'],
  ])('a timestamp with %s is 40102, though it is signed (A2, S3)', async (_title, spoil) => {
    expectError(await send({ method: 'GET', path: INTENTS, timestamp: spoil(now()) }), 'TIMESTAMP_INVALID');
  });

  const skew = LIMITS.timestampSkewMs;
  it.each([-skew, -skew + 1, skew - 1, skew])(
    'a clock that is %i ms off is in time (A3, S12)',
    async (offMs) => {
      const timestamp = String(clock.now().getTime() + offMs);
      expectSuccess(await send({ method: 'GET', path: INTENTS, timestamp }), 'listIntents');
    },
  );

  it('is judged by the clock that the answers show (A3)', async () => {
    const late = await service.call('GET', INTENTS, { headers: { 'X-Timestamp': '1000000000000' } });
    expectError(late, 'TIMESTAMP_INVALID');
    const shownMs = Date.parse(late.headers.get('date') ?? '');
    expect(shownMs).toBe(Math.floor(clock.now().getTime() / 1000) * 1000);
  });

  it.each([-skew - 1, skew + 1])('a clock that is %i ms off is 40102 (A3, S12)', async (offMs) => {
    const timestamp = String(clock.now().getTime() + offMs);
    expectError(await send({ method: 'GET', path: INTENTS, timestamp }), 'TIMESTAMP_INVALID');
  });

  it.each([
    ['upper-case', (hex: string) => hex.toUpperCase()],
    ['mixed-case', (hex: string) => hex.slice(0, 32).toUpperCase() + hex.slice(32)],
  ])('a signature in %s hex is as good (A3)', async (_title, write) => {
    const signature = sign({ method: 'GET', path: INTENTS })['X-Signature'];
    expectSuccess(await sendWith(listHeaders({ 'X-Signature': write(signature) })), 'listIntents');
  });

  it.each([
    ['a digit short', (hex: string) => hex.slice(1)],
    ['a digit long', (hex: string) => `${hex}0`],
    ['twice over', (hex: string) => hex + hex],
    ['in base64', (hex: string) => Buffer.from(hex, 'hex').toString('base64')],
    ['with a prefix', (hex: string) => `0x${hex}`],
    ['with a scheme', (hex: string) => `sha256=${hex}`],
    ['with a blank inside', (hex: string) => `${hex.slice(0, 32)} ${hex.slice(32)}`],
    ['of letters that are no hex', () => 'z'.repeat(64)],
    ['of zeros', () => '0'.repeat(64)],
    ['wrong in its first digit', (hex: string) => other(hex.charAt(0)) + hex.slice(1)],
    ['wrong in its last digit', (hex: string) => hex.slice(0, 63) + other(hex.charAt(63))],
  ])('a signature %s is 40101 (S6)', async (_title, spoil) => {
    const signature = sign({ method: 'GET', path: INTENTS })['X-Signature'];
    expectError(await sendWith(listHeaders({ 'X-Signature': spoil(signature) })), 'SIGNATURE_INVALID');
  });
});

const other = (digit: string) => (digit === '0' ? '1' : '0');
const fullWidth = (digits: string) =>
  Buffer.from(digits.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))).toString(
    'latin1',
  );

describe('the signed text', () => {
  const JSON_FORMS = {
    compact: (body: object) => JSON.stringify(body),
    spread: (body: object) => JSON.stringify(body, null, 2),
    reversed: (body: object) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
    escaped: (body: object) =>
      JSON.stringify(body).replaceAll(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  };
  const FORMS = Object.keys(JSON_FORMS) as (keyof typeof JSON_FORMS)[];

  it.each(FORMS)(
    'is the body as sent: %s JSON passes signed as such, and as no other form (A2, S1)',
    async (form) => {
      const body = intentBody(service, 'ordinary', { draft: true });
      const sent = JSON_FORMS[form](body);
      for (const wrong of FORMS.filter((it) => it !== form)) {
        expectError(await send(createMessage(sent), { body: JSON_FORMS[wrong](body) }), 'SIGNATURE_INVALID');
      }
      expectSuccess(await send(createMessage(sent)), 'createIntent');
    },
  );

  it.each([
    ['?userId=a%20b', '?userId=a+b'],
    ['?userId=%E4%B8%AD', '?userId=%e4%b8%ad'],
    ['?userId=%61', '?userId=a'],
    ['?userId=~', '?userId=%7E'],
    ['?page=1&pageSize=2', '?pageSize=2&page=1'],
    ['?filter%5BuserId%5D=a', '?filter[userId]=a'],
    ['?filter[userId]=a', '?filter%5BuserId%5D=a'],
    ['?', ''],
    ['?page=1', '?page=1&'],
    ['?page=1', ''],
  ])('is the query as sent: %s passes, signed as "%s" it does not (A2, S2)', async (sent, variant) => {
    const message = { method: 'GET', path: INTENTS + sent };
    expectSuccess(await send(message), 'listIntents');
    expectError(await send(message, { path: INTENTS + variant }), 'SIGNATURE_INVALID');
  });

  it('binds every byte of query, timestamp and body (A2)', async () => {
    const query = { method: 'GET', path: `${INTENTS}?userId=user_1001&page=1` };
    for (let at = INTENTS.length + 1; at < query.path.length; at += 1) {
      const changed =
        query.path.slice(0, at) + (query.path.charAt(at) === 'z' ? 'y' : 'z') + query.path.slice(at + 1);
      expectError(await send({ ...query, path: changed }, query), 'SIGNATURE_INVALID');
    }
    clock.advance(1000);
    const early = String(clock.now().getTime() - 1);
    expectError(await sendWith(listHeaders({ 'X-Timestamp': early })), 'SIGNATURE_INVALID');
    const body = '{"userId":"user_1001","price":1}';
    for (let at = 0; at < body.length; at += 1) {
      const changed = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
      expectError(await send(createMessage(changed), { body }), 'SIGNATURE_INVALID');
    }
  });

  it('binds the method and the path', async () => {
    const id = await intentIn(service, 'DRAFT');
    const otherId = await intentIn(service, 'DRAFT');
    const body = '{"remarks":"x"}';
    const update = { method: 'PUT', path: pathOf('updateIntent', id), body };
    expectError(
      await send({ ...update, path: pathOf('updateIntent', otherId) }, update),
      'SIGNATURE_INVALID',
    );
    const get = { method: 'GET', path: pathOf('getIntent', id) };
    expectError(await send({ ...get, method: 'DELETE' }, get), 'SIGNATURE_INVALID');
    const submit = { method: 'POST', path: pathOf('submitIntent', id) };
    expectError(await send({ ...submit, path: pathOf('cancelIntent', id) }, submit), 'SIGNATURE_INVALID');
    expectError(await send({ ...get, path: `${get.path}?` }, get), 'SIGNATURE_INVALID');
    expectError(await send(get, { method: 'get' }), 'SIGNATURE_INVALID');
  });

  it('has an empty body when none is sent, by every method (A1, S17)', async () => {
    const get = { method: 'GET', path: pathOf('getIntent', await intentIn(service, 'DRAFT')) };
    const cancel = { method: 'POST', path: pathOf('cancelIntent', await intentIn(service, 'SUBMITTED')) };
    const remove = { method: 'DELETE', path: pathOf('deleteIntent', await intentIn(service, 'FAILED')) };
    for (const message of [get, cancel, remove]) {
      for (const body of ['{}', 'null', 'undefined', '""']) {
        expectError(await send(message, { body }), 'SIGNATURE_INVALID');
      }
      expect((await send(message, {}, ['Content-Length: 0'])).status).toBe(200);
    }
  });

  it('is the same when the body comes in chunks (S9)', async () => {
    const body = JSON.stringify(intentBody(service, 'ordinary', { draft: true }));
    const lines = Object.entries(sign(createMessage(body))).map((pair) => pair.join(': '));
    const bytes = Buffer.from(body);
    const chunk = (from: number, to?: number) => {
      const part = bytes.subarray(from, to);
      return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    };
    const chunks = Buffer.concat([chunk(0, 7), chunk(7, 101), chunk(101), Buffer.from('0\r\n\r\n')]);
    const headers = [...lines, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await rawRequest(service.port, requestBytes(`POST ${INTENTS} HTTP/1.1`, headers, chunks));
    expectSuccess(toAnswer(answer), 'createIntent');
  });
});

describe('bytes shifted across the seams of the signed text (A2, S3)', () => {
  it('from the query into timestamp and body', async () => {
    const path = `${INTENTS}?userId=`;
    const captured = { method: 'GET', path: path + now() };
    expectSuccess(await send(captured), 'listIntents');
    expectError(
      await send({ method: 'GET', path, body: now() }, { ...captured, body: '' }),
      'BODY_MALFORMED',
    );
  });

  it('from the timestamp into the path', async () => {
    const id = await intentIn(service, 'DRAFT');
    const captured = { method: 'GET', path: pathOf('getIntent', id) };
    const lines = Object.entries({ ...sign(captured), 'X-Timestamp': now().slice(1) }).map((it) =>
      it.join(': '),
    );
    const shifted = requestBytes(`GET ${captured.path}${now().charAt(0)} HTTP/1.1`, lines);
    expectError(toAnswer(await rawRequest(service.port, shifted)), 'TIMESTAMP_INVALID');
  });

  it('from the body into the path', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const captured = {
      method: 'PUT',
      path: pathOf('updateIntent', id),
      body: `{"remarks":"${now()}{\\"quantity\\":9}"}`,
    };
    const [before = '', after = ''] = captured.body.split(now());
    const shifted = { method: 'PUT', path: captured.path + now() + before, body: after };
    expectError(await send(shifted, captured), 'SIGNATURE_INVALID');
    expectSuccess(await send(captured), 'updateIntent');
  });

  it('from the path into the body of a cancel', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const captured = { method: 'POST', path: pathOf('cancelIntent', id) + `?x=${now()}` };
    const shifted = { method: 'POST', path: pathOf('cancelIntent', id) + '?x=', body: now() };
    expectError(await send(shifted, { ...captured, body: '' }), 'BODY_MALFORMED');
    expect((await service.database.intent.findUnique({ where: { id } }))?.status).toBe('SUBMITTED');
  });
});
