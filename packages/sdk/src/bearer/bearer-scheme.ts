import { checkOption, isVisible } from '../check-options.ts';
import type { Scheme } from '../http/scheme.ts';
import { BearerError } from './bearer-error.ts';
import type { GetToken } from './credential.ts';

/** Requests with a token, whose answers are plain data or CSV. */
export const createBearerScheme = (
  routes: Scheme['routes'],
  getToken: GetToken,
  isRenewable: boolean,
): Scheme => ({
  routes,
  idName: 'resourceId',
  forCall() {
    // The token of the last attempt, and one that was refused.
    let token: string | undefined;
    let refused: string | undefined;
    const use = (next: string) => {
      // The error of `fetch` for a header that cannot be one would show the token.
      checkOption(isVisible(next), 'a token');
      token = next;
      return { authorization: `Bearer ${next}` };
    };
    return {
      authorize() {
        const next = getToken(token === refused ? refused : undefined);
        return typeof next === 'string' ? use(next) : Promise.resolve(next).then(use);
      },
      remedy({ status }) {
        // A call for a token itself is sent without one.
        if (status !== 401 || !token || refused || !isRenewable) return false;
        refused = token;
        return 0;
      },
    };
  },
  readData(text, { ok, headers }, facts) {
    if (ok && headers.get('content-type')?.startsWith('text/csv')) return text;
    const answer = parse(text);
    if (ok && (answer || !text)) return answer;
    const { error, error_description: description } = (answer ?? {}) as Refusal;
    // A text is an error of RFC 6749.
    const given = typeof error === 'string' ? { code: error, message: description } : error;
    const { code = 'unknown', message = 'not an answer of the service', ...data } = given ?? {};
    throw new BearerError({ ...facts(), code, message, data });
  },
});

interface Refusal {
  error?: string | { code?: string; message?: string };
  error_description?: string;
}

/** `undefined` for anything else than an object, such as the page of a proxy. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}
