import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import { errorEnvelope, failures } from './signed/envelope.ts';
import { ERROR_NAMES, ERRORS, type ErrorName, type ErrorRow } from './errors.ts';
import { COMMON_ERRORS, SIGNED_ERRORS } from './signed/metadata.ts';
import type { OperationId } from './signed/route-table.ts';

/** Every code with the HTTP statuses that it may have, written out by hand. */
const INTERFACE_CODES: Record<number, number[]> = {
  40001: [400],
  40002: [400],
  40003: [400],
  40004: [400],
  40101: [401],
  40102: [401],
  40103: [401],
  40301: [403],
  40302: [403],
  40401: [404],
  40901: [409],
  40902: [409],
  42901: [429],
  50001: [500, 503],
  50002: [503],
  50003: [500],
  50301: [503],
};
const ADDED_CODES: Record<number, number[]> = {
  20701: [207],
  40400: [404],
  40402: [404],
  40403: [404],
  40500: [405],
  40903: [409],
  41001: [410],
  41301: [413],
  41401: [414],
  41501: [415],
};

/** Errors of requests that match no route, so no route declares them. */
const WITHOUT_ROUTE: readonly ErrorName[] = ['REQUEST_MALFORMED', 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];
const ROUTE_IDS = Object.keys(contract) as OperationId[];
const declaredBy = (id: OperationId): readonly ErrorName[] => contract[id].metadata.errors;

describe('the table of errors', () => {
  it('has the codes and statuses of the interface and of the additions, no others', () => {
    const actual: Record<number, number[]> = {};
    for (const name of ERROR_NAMES) {
      const { code, status } = ERRORS[name];
      actual[code] = [...new Set([...(actual[code] ?? []), status])].toSorted();
    }
    expect(actual).toEqual({ ...INTERFACE_CODES, ...ADDED_CODES });
  });

  it('gives 50001 the status 503 on the health check alone', () => {
    const unhealthy = ERROR_NAMES.filter(
      (name) => ERRORS[name].code === 50001 && ERRORS[name].status === 503,
    );
    expect(unhealthy).toEqual(['UNHEALTHY']);
    expect(ROUTE_IDS.filter((id) => declaredBy(id).includes('UNHEALTHY'))).toEqual(['getHealth']);
  });

  it.each(ERROR_NAMES)('%s has a code that fits its status, texts in both languages and a fix', (name) => {
    const row: ErrorRow = ERRORS[name];
    expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    // Only the leading digit is compared: 50002, 50003 and the 50001 of the health check differ from their status.
    expect(Math.floor(row.code / 10_000)).toBe(Math.floor(row.status / 100));
    expect(row.zh).toMatch(/\p{Script=Han}/u);
    expect(row.en).toMatch(/^[ -~]+$/);
    expect(row.fix).toMatch(/\.$/);
    for (const text of [row.causeZh, row.fixZh]) expect(text).toMatch(/\p{Script=Han}.*。$/u);
  });

  it('gives every error its own text, in both languages', () => {
    for (const language of ['zh', 'en'] as const) {
      const texts = ERROR_NAMES.map((name) => ERRORS[name][language]);
      expect(new Set(texts).size).toBe(ERROR_NAMES.length);
    }
  });

  it.each(ERROR_NAMES)('%s has an example that its data schema accepts without dropping a field', (name) => {
    const { code, zh, data, example }: ErrorRow = ERRORS[name];
    expect(data === null).toBe(example === null);
    const answer = { code, message: zh, data: example };
    expect(errorEnvelope(name).parse(answer)).toEqual(answer);
    expect(errorEnvelope(name).safeParse({ ...answer, code: 0 }).success).toBe(false);
  });

  it('advises a retry exactly for the errors that may pass later', () => {
    const repeated = ERROR_NAMES.filter((name) => ERRORS[name].retry !== 'never');
    expect(repeated).toEqual([
      'TIMESTAMP_INVALID',
      'SIGNATURE_REUSED',
      'RATE_LIMITED',
      'INTERNAL',
      'UNHEALTHY',
      'DATABASE_UNAVAILABLE',
      'CANCEL_UNDECIDED',
      'UNAVAILABLE',
    ]);
  });
});

describe('the routes', () => {
  it('together declare every error except those of requests that match no route', () => {
    const declared = new Set<ErrorName>([...ROUTE_IDS.flatMap(declaredBy), ...COMMON_ERRORS]);
    expect(ERROR_NAMES.filter((name) => !declared.has(name))).toEqual(WITHOUT_ROUTE);
  });

  it.each(ROUTE_IDS)('%s declares the common errors, each error once', (id) => {
    const errors = declaredBy(id);
    const { auth } = contract[id].metadata;
    expect(errors).toEqual(expect.arrayContaining([...COMMON_ERRORS]));
    // An unsigned route can refuse only the form of a request, not its signature or its App.
    const expected = auth === 'signed' ? SIGNED_ERRORS : ['BODY_MALFORMED', 'VALIDATION_FAILED'];
    expect(SIGNED_ERRORS.filter((name) => errors.includes(name))).toEqual(expected);
    expect(new Set(errors).size).toBe(errors.length);
  });

  it.each(ROUTE_IDS)('%s accepts the response of each declared error and of no other', (id) => {
    const responses = contract[id].responses as unknown as ReturnType<typeof failures>;
    for (const name of ERROR_NAMES) {
      const { code, status, zh, example }: ErrorRow = ERRORS[name];
      const checker = (responses as Record<number, (typeof responses)[400]>)[status];
      const isAccepted = checker?.safeParse({ code, message: zh, data: example }).success ?? false;
      const isLookalike = declaredBy(id).some((other) => {
        const row: ErrorRow = ERRORS[other];
        return row.code === code && row.status === status && row.data === ERRORS[name].data;
      });
      expect(isAccepted, `${id} ${name}`).toBe(isLookalike);
    }
  });
});

describe('failures', () => {
  it('groups errors by status and joins errors of one status in a union', () => {
    const grouped = failures('INTENT_NOT_FOUND', 'NOT_OWNER', 'PERMISSION_MISSING');
    expect(Object.keys(grouped)).toEqual(['403', '404']);
    expect(grouped[404].safeParse({ code: 40401, message: '意图不存在', data: null }).success).toBe(true);
    for (const code of [40301, 40302]) {
      expect(grouped[403].safeParse({ code, message: '无权', data: null }).success).toBe(true);
    }
    expect(grouped[403].safeParse({ code: 40401, message: '', data: null }).success).toBe(false);
  });
});
