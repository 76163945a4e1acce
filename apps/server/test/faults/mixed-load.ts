import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, ROUTES } from '@procurement-intents/contract';
import { Pool } from 'undici';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import type { Promised } from './load-driver.ts';

export interface MixedLoad {
  promised: Promised[];
  /** One line for each request without the answer that its caller may expect. */
  failed: string[];
  answered: number;
  /** Calls that were refused as unavailable and made once more, as every client does. */
  repeated: number;
  /** Resolves once so many requests have been answered; rejects when the load has broken down. */
  until(count: number): Promise<void>;
  /** Ends it; every request that has begun is answered first. */
  stop(): Promise<void>;
}

export interface MixedLoadOptions {
  url: string;
  sandboxUrl: string;
  signers: readonly Signer[];
  callers: number;
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Codes of good answers beside 0: the purchase may have gone on meanwhile. */
  allowed?: readonly number[];
}

const { path: INTENTS } = ROUTES.createIntent;
const SHOPS = ['a', 'b', 'c'] as const;
// Between two purchases of an App: about 7 creates and 70 requests a second, below its limits on any machine.
const PAUSE_MS = 150;
const AGAIN_MS = 250;

/** Calls as buyers do, each purchase read and listed several times, some changed, some cancelled. */
export function startMixedLoad({ url, sandboxUrl, signers, callers }: MixedLoadOptions): MixedLoad {
  const pool = new Pool(url, { connections: callers });
  const waiting: { count: number; resolve: () => void }[] = [];
  let isRunning = true;
  const load: MixedLoad = {
    promised: [],
    failed: [],
    answered: 0,
    repeated: 0,
    until: (count) => Promise.race([new Promise<void>((resolve) => waiting.push({ count, resolve })), done]),
    stop,
  };

  async function call(signer: Signer, wanted: Call, isLast = false): Promise<any> {
    const { method, path, body, headers, allowed = [] } = wanted;
    const text = body === undefined ? '' : JSON.stringify(body);
    try {
      const answer = await pool.request({
        method,
        path,
        body: text === '' ? null : text,
        headers: {
          ...signedHeaders(signer, { method, path, body: text }),
          ...(text !== '' && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      });
      const { code, data } = (await answer.body.json()) as { code: number; data: unknown };
      if (code === 0) return data;
      if (code === ERRORS.UNAVAILABLE.code && !isLast) {
        load.repeated += 1;
        await delay(AGAIN_MS);
        return await call(signer, wanted, true);
      }
      if (!allowed.includes(code)) load.failed.push(`${method} ${path}: ${answer.statusCode} ${code}`);
    } catch (error) {
      load.failed.push(`${method} ${path}: ${(error as Error).message}`);
    } finally {
      load.answered += 1;
      for (const one of waiting) if (load.answered >= one.count) one.resolve();
    }
    return null;
  }

  const nextAtMs = new Map<Signer, number>();

  async function untilNext(signer: Signer): Promise<void> {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextAtMs.get(signer) ?? 0);
    nextAtMs.set(signer, atMs + PAUSE_MS);
    await delay(atMs - nowMs);
  }

  async function buy(turn: number): Promise<void> {
    const signer = signers[turn % signers.length] as Signer;
    await untilNext(signer);
    const idempotencyKey = randomBytes(12).toString('hex');
    const shop = SHOPS[turn % SHOPS.length];
    const body = intentBody({ sandboxUrl }, 'ordinary', { platform: `PLATFORM_${shop?.toUpperCase()}` });
    body.productUrl = body.productUrl.replace('/a/items/', `/${shop}/items/`);
    const headers = { 'Idempotency-Key': idempotencyKey };
    const created = await call(signer, { method: 'POST', path: INTENTS, body, headers });
    const id = (created as { id: string } | null)?.id ?? null;
    const one: Promised = {
      signer,
      idempotencyKey,
      id,
      remarks: null,
      isUpdateOpen: false,
      isCancelled: false,
    };
    load.promised.push(one);
    if (id === null) return;
    const path = `${INTENTS}/${id}`;
    await call(signer, { method: 'GET', path });
    const remarks = `changed ${idempotencyKey}`;
    if (await call(signer, { method: 'PUT', path, body: { remarks }, allowed: [40002] }))
      one.remarks = remarks;
    if (turn % 5 === 0) {
      const cancelled = await call(signer, {
        method: 'POST',
        path: `${path}/cancel`,
        allowed: [40003, 50003],
      });
      one.isCancelled = cancelled !== null;
    }
    await call(signer, { method: 'GET', path: `${INTENTS}?sortBy=createdAt&order=desc&pageSize=10` });
    const others = load.promised.filter(({ id: known, signer: owner }) => known !== null && owner === signer);
    for (const other of others.slice(-6))
      await call(signer, { method: 'GET', path: `${INTENTS}/${other.id}` });
  }

  async function runCaller(first: number): Promise<void> {
    for (let turn = first; isRunning; turn += callers) await buy(turn);
  }
  const done = Promise.all(Array.from({ length: callers }, (_, caller) => runCaller(caller))).then(
    () => undefined,
  );
  // Told to whoever waits or stops; until then it is nobody's.
  done.catch(() => undefined);
  async function stop(): Promise<void> {
    isRunning = false;
    await done;
    await pool.close();
  }
  return load;
}
