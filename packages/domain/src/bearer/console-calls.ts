import { CSRF_HEADER } from '@procurement-intents/contract/console/limits';
import { BearerError } from './bearer-error.ts';

/** What a browser says about a call, and what the page adds. */
export interface ConsoleCall {
  method: string;
  /** `Sec-Fetch-Site`, which no script can set. */
  fetchSite: string | undefined;
  origin: string | undefined;
  csrfToken: string | undefined;
}

/** What a call of the console's own page has. */
interface ConsoleOwn {
  /** The origins by which the console is opened. */
  origins: readonly string[];
  /** Compares the token of the call with that of the session. */
  isCsrfToken: (given: string) => boolean;
}

const READING = new Set(['GET', 'HEAD']);

const foreign = (reason: string): BearerError<'forbidden'> =>
  new BearerError('forbidden', { extras: { reason } });

/**
 * Refuses a call that another page, or no page, makes with the cookie of the console: browsers send it by themselves.
 *
 * @throws BearerError `forbidden`.
 */
export function checkConsolePage(
  { method, fetchSite, origin }: Omit<ConsoleCall, 'csrfToken'>,
  { origins }: Pick<ConsoleOwn, 'origins'>,
): void {
  if (fetchSite !== 'same-origin') throw foreign('the session of the console is for its own page');
  if (READING.has(method)) return;
  if (origin === undefined || !origins.includes(origin))
    throw foreign('the page has another origin than the console');
}

/** As {@link checkConsolePage}; a changing call needs the token of the session, too. */
export function checkConsoleCall(call: ConsoleCall, own: ConsoleOwn): void {
  checkConsolePage(call, own);
  if (READING.has(call.method)) return;
  if (call.csrfToken === undefined || !own.isCsrfToken(call.csrfToken))
    throw foreign(`${CSRF_HEADER} is not the one of the session`);
}
