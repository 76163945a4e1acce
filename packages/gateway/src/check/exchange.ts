/** One call to the gateway and its response, as a failure shows it. It never contains the token. */
export interface Exchange {
  method: string;
  /** Path with its query. */
  path: string;
  /** Body that was sent, cut to a readable length. */
  sent?: string;
  /** Null when no complete response arrived. */
  status: number | null;
  /** Body that arrived, cut to a readable length. */
  body: string;
  /** Why there is no complete response. */
  error?: string;
  durationMs: number;
}

const MAX_SHOWN = 1_000;

/** `text` cut to a readable length. */
export function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`;
}

/** The exchange as lines of text. */
export function describeExchange({
  method,
  path,
  sent,
  status,
  body,
  error,
  durationMs,
}: Exchange): string[] {
  const answer = status === null ? `no response: ${error ?? 'unknown'}` : `${status} ${body}`;
  return [
    `${method} ${path}`,
    ...(sent === undefined ? [] : [`sent ${sent}`]),
    `got ${answer.trimEnd()} (${Math.round(durationMs)} ms)`,
  ];
}
