import type { WebhookRefusal } from '../generated/webhook-signing.ts';

/**
 * A webhook was refused: it was not sent by the service, not now, or not with this body. Its message holds neither the
 * secret nor the body.
 */
export class WebhookSignatureError extends Error {
  declare readonly name: 'WebhookSignatureError';
  /**
   * `BODY_NOT_RAW`: the body is not bytes or text. `HEADER_MISSING`, `TIMESTAMP_MALFORMED`: it is no webhook of the service.
   * `TOO_OLD`, `TOO_NEW`: the timestamp is further from the clock of this machine than the tolerance. `NO_MATCH`: no secret
   * made one of the signatures for this id, timestamp and body. `BODY_NOT_JSON`: the signature is right, the body no event.
   */
  declare readonly reason: WebhookRefusal;

  /** @internal */
  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    Object.assign(this, { name: 'WebhookSignatureError', reason });
  }

  /**
   * Two copies of this class (import and require) can live in one process, so `instanceof` is not enough.
   *
   * @internal
   */
  get isProcurementWebhookError(): true {
    return true;
  }
}

/**
 * Whether `error` is a {@link WebhookSignatureError}.
 *
 * @example if (isWebhookSignatureError(error)) console.log(error.reason);
 */
export function isWebhookSignatureError(error: unknown): error is WebhookSignatureError {
  return (error as Partial<WebhookSignatureError> | null | undefined)?.isProcurementWebhookError === true;
}
