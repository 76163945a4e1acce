import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '../../new-token.ts';

/**
 * The cookie of a session of the console. `__Host-`: the browser takes it by https alone, and from no other host. Over plain
 * http, which production refuses, it has another name, since not every browser stores a `Secure` cookie there.
 */
const NAMES = { secure: '__Host-console', plain: 'console' } as const;
const VALUES = {
  secure: new RegExp(`(?:^|; *)${NAMES.secure}=([0-9A-Za-z]{43})(?:;|$)`),
  plain: new RegExp(`(?:^|; *)${NAMES.plain}=([0-9A-Za-z]{43})(?:;|$)`),
} as const;

const formOf = (isSecure: boolean): keyof typeof NAMES => (isSecure ? 'secure' : 'plain');

/** The secret in a `Cookie` header; null when it has none. */
export const readConsoleCookie = (header: string | undefined, isSecure: boolean): string | null =>
  VALUES[formOf(isSecure)].exec(header ?? '')?.[1] ?? null;

/** The value of `Set-Cookie`. It ends with the browser; the server ends it before. @param secret - null: removes it. */
export function consoleCookie(secret: string | null, isSecure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return `${NAMES[formOf(isSecure)]}=${secret ?? ''}; ${secret === null ? 'Max-Age=0; ' : ''}${attributes}`;
}

/** The token that only the page of the session knows. */
export const csrfTokenOf = (secret: string): string => hashOf(`csrf ${secret}`).toString('hex');

/** Whether it is the token of the session, in the same time for every wrong one. */
export function isCsrfToken(given: string, secret: string): boolean {
  const [bytes, wanted] = [Buffer.from(given), Buffer.from(csrfTokenOf(secret))];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
