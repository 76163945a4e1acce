/** The fields of the recipient, whom the service must not show or keep longer than the purchase needs. */
export const RECIPIENT_FIELDS = ['recipientName', 'address', 'phone'] as const;

/** The recipient of a parcel, as a host stores it. */
export type StoredRecipient = Record<(typeof RECIPIENT_FIELDS)[number], string>;

/** Replaces personal data that was overwritten. */
export const REDACTED = '***';

/** `13800138000` -> `138****8000`. Redacted data is returned unchanged. */
export function maskPhone(phone: string): string {
  if (phone === REDACTED) return phone;
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** The recipient as callers see it. */
export const presentRecipient = ({ recipientName, address, phone }: StoredRecipient) => ({
  recipientName,
  address,
  phone: maskPhone(phone),
});
