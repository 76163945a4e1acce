import {
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerErrorExtras,
} from '@procurement-intents/contract/bearer';

type Options<C extends BearerErrorCode> = {
  extras?: BearerErrorExtras<C>;
  /** Headers to add to the response. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An error that a caller of /v1 or /auth must see. Its status and texts are in `BEARER_ERRORS`. */
export class BearerError<C extends BearerErrorCode = BearerErrorCode> extends Error {
  override readonly name = 'BearerError';
  readonly code: C;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: C, { extras, headers = {}, cause }: Options<C> = {}) {
    super(BEARER_ERRORS[code].en, { cause });
    this.code = code;
    this.extras = extras ?? {};
    this.headers = headers;
  }
}
