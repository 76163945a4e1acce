import { isApiError } from '@procurement-intents/sdk';

/** What the page gets for an error of a call. Nothing of the service's texts is for its eyes but the wrong fields. */
export function answerError(error: unknown): Response {
  if (isApiError(error, 'VALIDATION_FAILED')) return refuse(422, { error: 'INVALID', ...error.data });
  if (isApiError(error, 'IDEMPOTENCY_KEY_REUSED')) return refuse(409, { error: 'SENT_WITH_OTHER_CONTENT' });
  if (isApiError(error, 'CANCEL_REFUSED', 'CANCEL_FAILED')) return refuse(409, { error: 'TOO_LATE' });
  // No answer, an outage, or a mistake of ours in signature, clock or permission. The purchase may have been made; the
  // page repeats the call with the same id.
  console.error(error);
  return refuse(503, { error: 'UNCLEAR' });
}

export function refuse(status: number, body: { error: string; errors?: object }): Response {
  return Response.json(body, { status });
}
