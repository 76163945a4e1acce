import type { CallOptions } from '../http/call-options.ts';

export type { CallOptions };

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /**
   * Names what is created: repeating the call with the same key and body, in this process or a later one, creates nothing
   * more. 1 to 255 visible ASCII characters. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
}

/** Options of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /**
   * Refuses with `conflict` unless the resource still has this `version`. A call with `ifVersion` is not retried after a
   * lost response, because its own success would then look like the conflict.
   */
  ifVersion?: number | undefined;
}
