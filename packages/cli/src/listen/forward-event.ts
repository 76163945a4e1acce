import { setTimeout as sleep } from 'node:timers/promises';
import type { AppEvent } from '@procurement-intents/sdk';
import { cleanText } from '../format-table.ts';
import { WEBHOOKS } from '../generated/tables.ts';
import { signWebhook } from './sign-webhook.ts';

/** Before the second and the third try: a receiver that restarts is back by then. */
const PAUSES_MS = [1_000, 3_000] as const;
export const TRIES = PAUSES_MS.length + 1;

/** Where events go, and under which secret. */
export interface ForwardTarget {
  url: string;
  secret: string;
  /** Ends the try that is under way. */
  signal: AbortSignal;
  /** Called when a try has failed and another one follows. */
  onRetry?: (failure: string, tries: number) => void;
  pausesMs?: readonly number[];
}

/** What came of an event. */
export interface Forwarded {
  tries: number;
  /** The HTTP status of the last answer; absent without one. */
  status?: number;
  durationMs: number;
  /** Why the receiver did not take it; absent when it did. */
  failure?: string;
}

/**
 * Posts an event as the service posts a webhook, in several tries.
 *
 * @throws the reason of the signal.
 */
export async function forwardEvent(event: AppEvent, target: ForwardTarget): Promise<Forwarded> {
  const { signal, onRetry, pausesMs = PAUSES_MS } = target;
  const body = Buffer.from(JSON.stringify(event));
  for (let tries = 1; ; tries += 1) {
    const startedMs = performance.now();
    const { status, failure } = await post(event.id, body, target);
    signal.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedMs);
    const pauseMs = pausesMs[tries - 1];
    if (failure === undefined || pauseMs === undefined)
      return { tries, ...(status !== undefined && { status }), durationMs, ...(failure && { failure }) };
    onRetry?.(failure, tries);
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

type Outcome = Pick<Forwarded, 'status' | 'failure'>;

async function post(id: string, body: Buffer, { url, secret, signal }: ForwardTarget): Promise<Outcome> {
  const deadline = AbortSignal.timeout(WEBHOOKS.attemptMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': WEBHOOKS.userAgent,
        ...signWebhook({ id, atMs: Date.now(), body }, secret),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    const { status, ok } = response;
    const said = await readBeginning(response);
    return ok ? { status } : { status, failure: `HTTP ${status}${said && `: ${said}`}` };
  } catch (error) {
    if (deadline.aborted) return { failure: `no answer within ${WEBHOOKS.attemptMs / 1_000} s` };
    return { failure: `no answer: ${causeOf(error)}` };
  }
}

/** The beginning of what the receiver says, on one line. Its status has decided already. */
async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= WEBHOOKS.keptAnswerBytes) break;
    }
  } catch {
    // What came until then is the beginning.
  }
  const text = Buffer.concat(chunks).subarray(0, WEBHOOKS.keptAnswerBytes).toString('utf8');
  return cleanText(text).trim();
}

/** `fetch` says only that it failed; the code of the system is in its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inner ?? message;
}
