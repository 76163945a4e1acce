import { createHmac, timingSafeEqual } from 'node:crypto';

const COOKIE = /(?:^|;\s*)session=([\w-]{1,64})\.([0-9a-f]{64})(?=;|$)/;

/** The value of the cookie `session` that a login sets: the customer, and a signature that only this server can make. */
export function signSession(customer: string, secret: string): string {
  return `${customer}.${createHmac('sha256', secret).update(customer).digest('hex')}`;
}

/** The customer of a `Cookie` header; null without a session, or with a forged one. */
export function readSession(cookies: string | null | undefined, secret: string): string | null {
  const [, customer, signature] = COOKIE.exec(cookies ?? '') ?? [];
  if (!customer || !signature) return null;
  const expected = createHmac('sha256', secret).update(customer).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected) ? customer : null;
}
