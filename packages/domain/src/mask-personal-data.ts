/** Replaces personal data that was overwritten. */
export const REDACTED = '***';

/** `13800138000` -> `138****8000`. Redacted data is returned unchanged. */
export function maskPhone(phone: string): string {
  if (phone === REDACTED) return phone;
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
