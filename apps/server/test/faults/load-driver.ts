import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@procurement-intents/contract';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { type ApiAnswer, callApi } from './call-api.ts';
import type { FaultWorld } from './fault-world.ts';

/** What a caller was told of one purchase. Nothing else counts as promised. */
export interface Promised {
  signer: Signer;
  idempotencyKey: string;
  /** Null: no 2xx ever came, so the intent may exist or not. */
  id: string | null;
  /** The remarks of the last update that was answered with 2xx. */
  remarks: string | null;
  /** An update was sent whose answer never came, so both texts are right. */
  isUpdateOpen: boolean;
  isCancelled: boolean;
}

export interface Load {
  promised: Promised[];
  /** Every answer that came, failures included. */
  answers: ApiAnswer[];
  /** Calls whose connection broke. */
  broken: number;
  /** Lets the purchases that have begun be told to their callers, and ends. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  callers: number;
  /** Begins no more than so many purchases. */
  limit?: number;
  /** Between two purchases of one caller. */
  pauseMs?: number;
  item?: string;
  /** What differs in the body of every create. */
  changes?: Record<string, unknown>;
  /** Creates alone, without updates and cancellations. Default false. */
  isCalm?: boolean;
}

const AGAIN_MS = 50;
// A create that was broken off in the moment of the stop is still repeated, as its caller would.
const LAST_TRIES_MS = 5000;
const { path: INTENTS } = ROUTES.createIntent;

/**
 * Buys until it is stopped or the limit is reached, as callers do: each create has a key and is repeated under it until
 * it is answered; some purchases are changed, some cancelled.
 */
export function startLoad(world: FaultWorld, options: LoadOptions): Load {
  const { callers, limit = Infinity, pauseMs = 0, item, changes = {}, isCalm = false } = options;
  const load: Load = { promised: [], answers: [], broken: 0, stop };
  let isRunning = true;
  let lastTryAt = Infinity;
  let begun = 0;

  async function call(index: number, one: Omit<Parameters<typeof callApi>[0], 'port'>) {
    const port = world.apis[index % world.apis.length]?.process.port ?? 0;
    const answer = await callApi({ port, ...one });
    if (answer) load.answers.push(answer);
    else load.broken += 1;
    return answer;
  }

  async function create(index: number, one: Promised): Promise<void> {
    const shop = ['a', 'b', 'c'][index % 3] ?? 'a';
    const body = intentBody({ sandboxUrl: world.sandbox.url }, item, {
      platform: `PLATFORM_${shop.toUpperCase()}`,
      ...changes,
    });
    body.productUrl = body.productUrl.replace('/a/items/', `/${shop}/items/`);
    for (let round = index; performance.now() < lastTryAt; round += 1) {
      const answer = await call(round, {
        signer: one.signer,
        method: 'POST',
        path: INTENTS,
        body,
        headers: { 'Idempotency-Key': one.idempotencyKey },
      });
      if (answer?.status === 201) {
        one.id = answer.data.id as string;
        return;
      }
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`a create was refused: ${answer.status} ${answer.code}`);
      await delay(AGAIN_MS);
    }
  }

  async function change(index: number, one: Promised): Promise<void> {
    const remarks = `changed ${one.idempotencyKey}`;
    one.isUpdateOpen = true;
    const path = `${INTENTS}/${one.id}`;
    const answer = await call(index, { signer: one.signer, method: 'PUT', path, body: { remarks } });
    if (answer?.status === 200) one.remarks = remarks;
    if (answer && answer.status < 500) one.isUpdateOpen = false;
  }

  async function cancel(index: number, one: Promised): Promise<void> {
    const answer = await call(index, {
      signer: one.signer,
      method: 'POST',
      path: `${INTENTS}/${one.id}/cancel`,
    });
    if (answer?.status === 200) one.isCancelled = true;
  }

  async function buy(caller: number): Promise<void> {
    for (let turn = caller; isRunning && begun < limit; turn += callers) {
      begun += 1;
      const one: Promised = {
        signer: world.signers[turn % world.signers.length] as Signer,
        idempotencyKey: randomBytes(12).toString('hex'),
        id: null,
        remarks: null,
        isUpdateOpen: false,
        isCancelled: false,
      };
      load.promised.push(one);
      await create(turn, one);
      if (one.id !== null && !isCalm && turn % 7 === 3) await change(turn, one);
      if (one.id !== null && !isCalm && turn % 11 === 5) await cancel(turn, one);
      await delay(pauseMs);
    }
  }

  const running = Promise.all(Array.from({ length: callers }, (_, caller) => buy(caller)));
  // Told to whoever stops the load; until then it is nobody's.
  running.catch(() => undefined);
  async function stop(): Promise<void> {
    if (limit === Infinity) {
      isRunning = false;
      lastTryAt = performance.now() + LAST_TRIES_MS;
    }
    await running;
    isRunning = false;
  }
  return load;
}
