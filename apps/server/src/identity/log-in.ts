import { LIFETIMES, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { Username } from '@procurement-intents/contract/company';
import { accountOf, BearerError } from '@procurement-intents/domain/bearer';
import type { Actor } from '../audit/record-change.ts';
import { hashOf, newDigits } from '../new-token.ts';
import { newId } from '../new-id.ts';
import type { IdentityContext } from './identity-context.ts';
import type { UserRow } from './store/user-row.ts';

/** Where an attempt to log in comes from. */
export interface LoginSource {
  /** The address that limits count. */
  address: string;
  ip: string;
  requestId: string;
}

/**
 * The user with this password. The answer and its time are the same for an unknown or disabled user and for a wrong
 * password. The attempt is taken before anything is compared, and given back unless the password is wrong.
 *
 * @throws BearerError `unauthorized`; `rate_limited` after too many failures, without comparing anything.
 */
export async function checkPassword(
  { users, passwords, throttle }: Pick<IdentityContext, 'users' | 'passwords' | 'throttle'>,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<UserRow> {
  const account = accountOf(username);
  let giveBack: (() => Promise<void>) | undefined;
  let isWrong = false;
  // Only with a place in the queue of hashes: a call that is refused for want of one costs no statement.
  const reserveAndFind = async () => {
    giveBack = await throttle.reserve({ account: `user ${account}`, address });
    // A name that can be nobody's is compared all the same.
    return Username.safeParse(account).success ? users.findByUsername(account) : null;
  };
  try {
    const user = await passwords.check(reserveAndFind, password, { account, address });
    if (user?.disabledAt === null) return user;
    isWrong = true;
    throw new BearerError('unauthorized');
  } finally {
    if (!isWrong) await giveBack?.();
  }
}

/** Opens a session of an hour. The token is in the result alone; its hash is stored. */
export async function logIn(
  context: IdentityContext,
  credentials: { username: string; password: string },
  source: LoginSource,
): Promise<{ token: string; expiresAt: Date }> {
  const token = TOKEN_PREFIXES.session + newDigits();
  const { expiresAt } = await openSession(context, credentials, {
    ...source,
    kind: 'token',
    secret: token,
    endOf: (now) => new Date(now.getTime() + LIFETIMES.sessionTokenSeconds * 1000),
  });
  return { token, expiresAt };
}

/** A session to open. */
export interface NewSession extends LoginSource {
  kind: 'token' | 'console';
  /** What the session is found by. */
  secret: string;
  endOf: (now: Date) => Date;
}

/** Opens a session for the person with this password. @throws BearerError as {@link checkPassword}. */
export async function openSession(
  context: IdentityContext,
  credentials: { username: string; password: string },
  { kind, secret, endOf, address, ip, requestId }: NewSession,
): Promise<{ user: UserRow; actor: Actor; expiresAt: Date }> {
  const user = await checkPassword(context, credentials, address);
  const createdAt = context.clock.now();
  const expiresAt = endOf(createdAt);
  const id = newId('session');
  const actor: Actor = { kind: 'user', id: user.id, userId: user.id, ip, requestId };
  const session = { id, hash: hashOf(secret), kind, userId: user.id, ip, createdAt, expiresAt };
  const isOpen = await context.sessions.insert(session, { actor, passwordHash: user.passwordHash });
  if (!isOpen) throw new BearerError('unauthorized');
  return { user, actor, expiresAt };
}
