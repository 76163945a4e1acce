import { check } from '../check-options.ts';
import { WEBHOOK_HEADERS } from '../generated/webhook-signing.ts';
import type { FetchHeaders } from '../runtime-types.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** Headers by name, in any case, as Node and most frameworks have them. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `Headers`, an object, Node's `rawHeaders` (names and values in turn), or pairs of both. */
export type WebhookHeaders = FetchHeaders | HeaderRecord | readonly string[] | readonly (readonly string[])[];

/** The values of the three headers. */
export interface SignedHeaders {
  id: string;
  timestamp: string;
  signature: string;
}

/**
 * Finds the three headers. A header that came more than once is joined as HTTP does, except that signatures are a list
 * that is separated by spaces.
 *
 * @throws WebhookSignatureError `HEADER_MISSING`; TypeError when `headers` are none.
 */
export function readHeaders(headers: WebhookHeaders): SignedHeaders {
  check(typeof headers === 'object' && headers !== null, 'headers must be those of the request');
  const valuesOf = finderIn(headers);
  const take = (name: string, separator: string): string => {
    const value = valuesOf(name).join(separator);
    if (value === '') throw new WebhookSignatureError('HEADER_MISSING', `the header ${name} is missing`);
    return value;
  };
  return {
    id: take(WEBHOOK_HEADERS.id, ', '),
    timestamp: take(WEBHOOK_HEADERS.timestamp, ', '),
    signature: take(WEBHOOK_HEADERS.signature, ' '),
  };
}

function finderIn(headers: WebhookHeaders): (name: string) => string[] {
  if ('get' in headers && typeof headers.get === 'function') {
    const found = headers as FetchHeaders;
    return (name) => textsIn([found.get(name)]);
  }
  const pairs = pairsOf(headers as Exclude<WebhookHeaders, FetchHeaders>);
  return (name) =>
    pairs
      .filter(([each]) => String(each).toLowerCase() === name)
      .flatMap(([, value]) => textsIn([value].flat()));
}

const textsIn = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');

function pairsOf(headers: Exclude<WebhookHeaders, FetchHeaders>): [unknown, unknown][] {
  if (!Array.isArray(headers)) return Object.entries(headers);
  const flat: unknown[] = headers.flat();
  return flat.flatMap((name, at): [unknown, unknown][] => (at % 2 === 0 ? [[name, flat[at + 1]]] : []));
}
