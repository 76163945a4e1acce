import type { Scheme } from './http/scheme.ts';
import type { ServerClock } from './http/server-clock.ts';
import { ApiError } from './errors.ts';
import { ROUTES, SIGNATURE_REUSED, TIMESTAMP_INVALID } from './generated/tables.ts';
import type { Signer } from './signing/signer.ts';

// Random, so that two processes that used the same millisecond do not use the same one again.
const SIGN_AGAIN_WITHIN_MS = 100;

/** Signed requests, whose answers are envelopes. */
export const createSignedScheme = (signer: Signer, clock: ServerClock, baseUrl: string): Scheme => ({
  routes: ROUTES,
  idName: 'intentId',
  forCall: () => ({
    authorize: ({ method, path, body }) => signer({ method, path, body, timestampMs: clock.stamp() }),
    // By code, because a proxy or a page may hide the header with the name.
    remedy({ code, data }) {
      if (code === TIMESTAMP_INVALID && clock.isKnown()) {
        clock.follow();
        return 0;
      }
      // Another process made an equal create with the same timestamp. Nothing was created, so the key is still
      // unused.
      // Other errors with this code have data.
      return code === SIGNATURE_REUSED && !data && Math.random() * SIGN_AGAIN_WITHIN_MS;
    },
  }),
  readData(text, { ok, status, headers }, facts) {
    const envelope = parseEnvelope(text);
    if ((ok && !envelope.code) || status === 204) return envelope.data;
    const name = headers.get('x-error-name') || 'UNKNOWN';
    throw new ApiError({ ...facts(), ...envelope, name, docUrl: `${baseUrl}/docs/errors/${name}` });
  },
});

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Parses the envelope. Code -1 and no data for anything else, such as the page of a proxy or an empty body. */
function parseEnvelope(text: string): Envelope {
  try {
    const { code, message, data = null } = JSON.parse(text) as Partial<Envelope>;
    if (typeof code === 'number') return { code, message: typeof message === 'string' ? message : '', data };
  } catch {
    // Not JSON: handled like JSON without a code.
  }
  return { code: -1, message: 'not an answer of the service', data: null };
}
