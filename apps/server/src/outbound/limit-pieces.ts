import type { Dispatcher } from 'undici';

// Each costs some 5 us and 460 bytes, whatever its size. A page of 2 MB comes in some 200.
const MAX_PIECES = 8192;

/** An answer has more bytes or more pieces than this service reads. */
export class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

/**
 * Breaks the answers of one call off when all of them, redirects included, come in more than 8,192 pieces: chunks of
 * bodies, and interim answers (1xx). The call ends with {@link AnswerTooLarge}, and the connection closes.
 */
export function limitPieces(): Dispatcher.DispatcherComposeInterceptor {
  let pieces = 0;
  const isOver = (controller: Dispatcher.DispatchController): boolean => {
    pieces += 1;
    if (pieces > MAX_PIECES) controller.abort(new AnswerTooLarge(`more than ${MAX_PIECES} pieces`));
    return pieces > MAX_PIECES;
  };
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onResponseStart(...given) {
        if (!isOver(given[0])) handler.onResponseStart?.(...given);
      },
      onResponseData(...given) {
        if (!isOver(given[0])) handler.onResponseData?.(...given);
      },
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}
