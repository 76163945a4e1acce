/** The result of one check. */
export interface Finding {
  check: string;
  verdict: 'ok' | 'warn' | 'fail' | 'skip';
  /** What the check found. */
  detail: string;
  /** What to do about it. */
  advice?: string;
  requestId?: string;
}

type Extra = Pick<Finding, 'advice' | 'requestId'>;

const found =
  (verdict: Finding['verdict']) =>
  (
    check: string,
    detail: string,
    { advice, requestId }: { [K in keyof Extra]: Extra[K] | undefined } = {},
  ): Finding => ({
    check,
    verdict,
    detail,
    ...(advice !== undefined && { advice }),
    ...(requestId !== undefined && { requestId }),
  });

export const ok = found('ok');
export const warn = found('warn');
export const fail = found('fail');
export const skip = found('skip');
