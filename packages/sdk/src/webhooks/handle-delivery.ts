import { check } from '../check-options.ts';
import type { WebhookEvent } from '../generated/webhook-types.ts';
import { MAX_BODY_BYTES } from './body-buffer.ts';
import type { WebhookHeaders } from './read-headers.ts';
import { createVerifier, type Delivery, type VerifierOptions } from './verify-webhook.ts';
import { isWebhookSignatureError } from './webhook-signature-error.ts';

export interface HandlerOptions extends VerifierOptions {
  /**
   * What to do with an event. The answer waits for it, and the service waits 15 s for the answer: queue what takes longer.
   * When it throws, the service sends the event again.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Whether the webhook with this id was handled before; it is then answered with 204, without `onEvent`. */
  seen?: ((webhookId: string) => boolean | Promise<boolean>) | undefined;
  /**
   * Stores the id after `onEvent` is done. Leave it out when `onEvent` stores it in the same transaction as its effect, which
   * alone excludes that an event takes effect twice.
   */
  markSeen?: ((webhookId: string) => unknown) | undefined;
  /** Gets what `onEvent`, `seen` or `markSeen` threw. Default: it is written to the console. */
  onError?: ((error: unknown, event?: WebhookEvent) => unknown) | undefined;
}

/** What to answer. */
export interface Answer {
  status: 204 | 400 | 405 | 413 | 500;
  text: string;
}

export const TOO_LARGE: Answer = { status: 413, text: `a webhook has at most ${MAX_BODY_BYTES} bytes` };
export const NOT_POST: Answer = { status: 405, text: 'a webhook is sent by POST' };
const DONE: Answer = { status: 204, text: '' };
const FAILED: Answer = { status: 500, text: 'the webhook was not handled' };

/** Whether a request says of itself that its body is too large. */
export const isDeclaredTooLarge = (contentLength: string | null | undefined): boolean =>
  Number(contentLength ?? 0) > MAX_BODY_BYTES;

/**
 * Makes the function that verifies, handles and answers a webhook; it never rejects.
 *
 * @throws TypeError for options that cannot work.
 */
export function createHandler(
  options: HandlerOptions,
): (body: unknown, headers: WebhookHeaders) => Promise<Answer> {
  check(typeof options.onEvent === 'function', 'onEvent must be a function');
  const verify = createVerifier(options);
  /** The webhooks that are being handled, by id. */
  const running = new Map<string, Promise<Answer>>();
  return async (body, headers) => {
    let delivery: Delivery;
    try {
      delivery = await verify(body, headers);
    } catch (error) {
      if (isWebhookSignatureError(error)) return { status: 400, text: `${error.reason}: ${error.message}` };
      report(options, error);
      return FAILED;
    }
    const { webhookId } = delivery;
    // The same webhook may arrive twice at once: the second one gets the answer of the first.
    const known = running.get(webhookId);
    if (known) return known;
    const answer = handle(options, delivery).finally(() => running.delete(webhookId));
    running.set(webhookId, answer);
    return answer;
  };
}

async function handle(options: HandlerOptions, { webhookId, event }: Delivery): Promise<Answer> {
  try {
    if (await options.seen?.(webhookId)) return DONE;
    await options.onEvent(event);
  } catch (error) {
    report(options, error, event);
    return FAILED;
  }
  try {
    await options.markSeen?.(webhookId);
  } catch (error) {
    // The event is handled: a repeat would only handle it again.
    report(options, error, event);
  }
  return DONE;
}

function report({ onError }: HandlerOptions, error: unknown, event?: WebhookEvent): void {
  // oxlint-disable-next-line no-console -- an error that nobody takes must not be lost
  if (!onError) return console.error(error);
  try {
    void Promise.resolve(onError(error, event)).catch(() => {});
  } catch {
    // There is nobody left to tell.
  }
}
