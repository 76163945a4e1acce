import type { Locale } from '@procurement-intents/contract/company';
import type { Holder } from '../bearer/holder.ts';
import { BearerError } from '../bearer/bearer-error.ts';

/** What a person wants to change of the own profile. */
export interface ProfileChanges {
  displayName?: string | undefined;
  locale?: Locale | undefined;
  password?: string | undefined;
  oldPassword?: string | undefined;
}

const forbidden = (reason: string): BearerError<'forbidden'> =>
  new BearerError('forbidden', { extras: { reason } });

/** Refuses a program, and a new password without a session. @throws BearerError `forbidden`. */
export function checkProfileChange(
  { kind, isSession }: Pick<Holder, 'kind' | 'isSession'>,
  { password }: ProfileChanges,
): void {
  if (kind !== 'user') throw forbidden('only a person has a profile to change');
  if (password !== undefined && !isSession) throw forbidden('a password is changed with a session token');
}

/** The fields that a change writes beside the password. */
export const profileFields = ({ displayName, locale }: ProfileChanges) => ({
  ...(displayName !== undefined && { displayName }),
  ...(locale && { locale }),
});

export const wrongOldPassword = (): BearerError<'forbidden'> => forbidden('the old password is wrong');

/** Refuses to log out what is no session. @throws BearerError `forbidden`. */
export function checkLogout({ isSession }: Pick<Holder, 'isSession'>): void {
  if (!isSession) throw forbidden('only a session can be logged out');
}
