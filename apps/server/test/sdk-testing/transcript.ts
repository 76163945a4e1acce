import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import type { CallOptions, Signer } from '../support/sign.ts';
import { createMemberCaller, type Credentials } from './company-caller.ts';
import type { Secrets } from './members.ts';
import type { Callers, CompanyCall, Place, RawAnswer, World } from './world.ts';

/** A row of the suite: some calls, and the status and code that each must get. */
export interface Row {
  name: string;
  expected: string[];
  run(caller: Caller): Promise<unknown>;
}

export const row = (name: string, expected: string[], run: Row['run']): Row => ({ name, expected, run });

export const INTENTS = '/api/v1/intents';

export type Caller = ReturnType<typeof createCaller>;

/** Whoever calls in a world. */
export interface WorldCallers {
  callers: Callers;
  credentialOf: Credentials;
  clients: Secrets['clients'];
}

/** Makes the calls of one row in one world, and keeps their answers. */
export function createCaller(
  world: World,
  { callers, credentialOf, clients }: WorldCallers,
  shopUrl: string,
  rowNumber: number,
) {
  const transcript: object[] = [];
  const names = new Map<string, string>();
  let bodies = 0;
  let lastAnswer = {} as RawAnswer;

  async function call(method: string, path: string, options?: CallOptions): Promise<RawAnswer> {
    const answer = await world.call(method, path, options);
    transcript.push(normalise(answer, names));
    return answer;
  }
  async function company(method: string, path: string, options: CompanyCall = {}): Promise<RawAnswer> {
    const answer = await world.company(method, path, options);
    lastAnswer = answer;
    transcript.push(normaliseCompany(answer, names));
    return answer;
  }
  const caller = {
    callers,
    clients,
    call,
    /** A call to the company's side, with the credential that it names. */
    company,
    /** Calls of a member of the company. */
    as: createMemberCaller(company, credentialOf),
    rowNumber,
    shopUrl,
    /** The last answer to a call of the company's side. */
    last: () => lastAnswer,
    advance: (ms: number) => world.advance(ms),
    nowMs: () => world.nowMs(),
    settle: (id: string, place: Place) => world.settle(id, place),
    /** A valid body, the same in both worlds and in no other row. */
    body(changes: Record<string, unknown> = {}, item = 'ordinary') {
      bodies += 1;
      return {
        ...EXAMPLE_PURCHASE,
        userId: `user_${rowNumber}`,
        productUrl: `${shopUrl}/a/items/${item}?n=${rowNumber}-${bodies}`,
        ...changes,
      };
    },
    create: (changes?: Record<string, unknown>, item?: string) =>
      call('POST', INTENTS, { body: caller.body(changes, item) }),
    /** The path of an intent that a create has just made. */
    async made(changes?: Record<string, unknown>, item?: string): Promise<{ id: string; path: string }> {
      const { body } = await caller.create(changes, item);
      const id = String(body.data?.id);
      return { id, path: `${INTENTS}/${id}` };
    },
    get: (path: string, signer?: Signer) => call('GET', path, signer && { signer }),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      call('PUT', path, { body, ...(headers && { headers }) }),
    post: (path: string, headers?: Record<string, string>) => call('POST', path, headers && { headers }),
    remove: (path: string, headers?: Record<string, string>) => call('DELETE', path, headers && { headers }),
    transcript,
    outcomes: () => transcript.map((each) => (each as { outcome: string }).outcome),
  };
  return caller;
}

const HEADERS = [
  'content-type',
  'x-error-name',
  'etag',
  'allow',
  'retry-after',
  'idempotency-replayed',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'www-authenticate',
  'cache-control',
  'vary',
];
// What a service makes up for itself. That it is there, and of what type, counts all the same.
const OWN = new Set([
  'orderId',
  'trackingNumber',
  'trackingCompany',
  'nextCursor',
  'uptime',
  'token',
  'access_token',
  'secret',
  'publicKey',
  'publicKeys',
]);
const TELLS_OWN = new Set(['order.accepted', 'order.shipped', 'intent.completed']);

function headersOf({ headers }: RawAnswer): object {
  const given = HEADERS.flatMap((name) => (headers.get(name) === null ? [] : [[name, headers.get(name)]]));
  if (!/^[\w.:-]{1,128}$/.test(headers.get('x-request-id') ?? '')) throw new Error('an answer without id');
  return Object.fromEntries(given) as object;
}

function normaliseCompany(answer: RawAnswer, names: Map<string, string>): object {
  const { status, body } = answer;
  const code = body?.error?.code ?? body?.error;
  return {
    outcome: code === undefined ? String(status) : `${status} ${code}`,
    body: normaliseValue(body, names),
    headers: headersOf(answer),
  };
}

/** The intents of an export, and its last line. */
export const linesOf = ({ body }: RawAnswer): { id?: string; createdAt?: string }[] =>
  (body as string)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { id?: string });

function normalise(answer: RawAnswer, names: Map<string, string>): object {
  const { status, body } = answer;
  if (typeof body === 'string') {
    return {
      outcome: String(status),
      lines: normaliseValue(linesOf(answer), names),
      headers: headersOf(answer),
    };
  }
  return {
    outcome: body.code === 0 ? String(status) : `${status} ${body.code}`,
    message: body.message,
    data: normaliseValue(body.data, names),
    headers: headersOf(answer),
  };
}

function normaliseValue(value: unknown, names: Map<string, string>, isOwnEvent = false): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/([a-z]{2,4})_[0-9a-f]{32}/g, (id, kind: string) => {
      if (!names.has(id)) names.set(id, `${kind} ${names.size + 1}`);
      return names.get(id) as string;
    });
  }
  if (Array.isArray(value)) return value.map((each) => normaliseValue(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const tellsOwn = isOwnEvent || TELLS_OWN.has((value as { type?: string }).type ?? '');
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isOwn = each !== null && (OWN.has(name) || (tellsOwn && name === 'detail'));
      // An event of the feed has its detail among its data.
      return [name, isOwn ? `a ${typeof each}` : normaliseValue(each, names, tellsOwn && name === 'data')];
    }),
  );
}
