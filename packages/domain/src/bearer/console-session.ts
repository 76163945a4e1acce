import { CONSOLE_SECONDS } from '@procurement-intents/contract/console/limits';

// So often at most a use moves the end of a session.
const EXTEND_EVERY_MS = 60_000;

/** A session of the console, as far as its times go. `renewedAt`: when it got its present cookie; null: at the log-in. */
interface SessionTimes {
  openedAt: Date;
  renewedAt: Date | null;
}

/** When a session ends that is used now: after the idle time, and with its day of work in any case. */
export function consoleEnd(openedAt: Date, now: Date): Date {
  const idle = now.getTime() + CONSOLE_SECONDS.idle * 1000;
  return new Date(Math.min(idle, openedAt.getTime() + CONSOLE_SECONDS.session * 1000));
}

/** Whether a use of a session that ends at `expiresAt` moves its end to `end`. */
export const isExtensionDue = (expiresAt: Date, end: Date): boolean =>
  end.getTime() - expiresAt.getTime() >= EXTEND_EVERY_MS;

/** Whether the next reading of a session gives it another cookie. */
export const isRenewalDue = ({ openedAt, renewedAt }: SessionTimes, now: Date): boolean =>
  now.getTime() - (renewedAt ?? openedAt).getTime() >= CONSOLE_SECONDS.renewal * 1000;

/** Whether the cookie before the present one counts no more. */
export const isFormerCookieOver = ({ renewedAt }: Pick<SessionTimes, 'renewedAt'>, now: Date): boolean =>
  now.getTime() - (renewedAt?.getTime() ?? 0) >= CONSOLE_SECONDS.formerCookie * 1000;
