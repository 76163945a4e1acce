/** How long a session of the console lasts, in seconds. */
export const CONSOLE_SECONDS = {
  /** From the log-in, whatever is done. */
  session: 43_200,
  /** Without a call. */
  idle: 1800,
  /** After this time the next reading of the session gives it another cookie. */
  renewal: 1800,
  /** How long the cookie before still counts, for calls that were under way. */
  formerCookie: 60,
} as const;

/** The request header with the token that only the console's own page knows. */
export const CSRF_HEADER = 'X-CSRF-Token';
