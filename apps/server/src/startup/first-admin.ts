import { ROLES } from '@procurement-intents/contract/bearer';
import { BearerError } from '@procurement-intents/domain/bearer';
import type { Config } from '../config/config.ts';
import { SERVICE } from '../audit/record-change.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { createUser } from '../identity/manage-users.ts';
import { newDigits } from '../new-token.ts';
import { retryTransient, WHILE_STARTING } from '../postgres/retry-transient.ts';

const DEFAULT_USERNAME = 'admin';
const GENERATED_CHARS = 20;

/** A password that was made now, to be shown this once. */
export interface GeneratedAdmin {
  username: string;
  password: string;
}

/**
 * Makes the first administrator when there is none: as the settings say, else outside production with a password that is
 * generated.
 *
 * @returns the generated password; null when none was made.
 */
export async function ensureFirstAdmin(
  identity: IdentityContext,
  {
    adminUsername,
    adminPassword,
    isProduction,
  }: Pick<Config, 'adminUsername' | 'adminPassword' | 'isProduction'>,
): Promise<GeneratedAdmin | null> {
  const isGiven = adminUsername !== null && adminPassword !== null;
  if (!isGiven && isProduction) return null;
  // Only the question is asked again: a second attempt to add would not know the password of the first.
  if (await retryTransient(WHILE_STARTING, () => identity.users.hasAdmin())) return null;
  const username = isGiven ? adminUsername : DEFAULT_USERNAME;
  const password = isGiven ? adminPassword : newDigits().slice(0, GENERATED_CHARS);
  const input = { username, password, displayName: username, scopes: ROLES.admin };
  try {
    await createUser(identity, input, { actor: SERVICE });
  } catch (error) {
    // Another process made it at the same moment, or a user of this name exists who is no administrator.
    if (error instanceof BearerError && error.code === 'conflict') return null;
    throw error;
  }
  return isGiven ? null : { username, password };
}
