import { useSyncExternalStore } from 'react';
import type { Scope } from '@procurement-intents/contract/bearer/scopes';
import { type AnswerOf, call, CallError, setCsrfToken, whenSessionEnds } from './http.ts';

export type Session = AnswerOf<'getConsoleSession'>;

/** Who is logged in; null: nobody; undefined: not known yet. */
let session: Session | null | undefined;
const listeners = new Set<() => void>();

const IDLE_MS = 30 * 60_000;
// Each reading gives the session another cookie when it has an old one.
const READ_EVERY_MS = 5 * 60_000;

const personListeners = new Set<() => void>();

/** Calls back when another person, or nobody, is logged in. */
export const whenPersonChanges = (listener: () => void): void => void personListeners.add(listener);

function set(next: Session | null): void {
  const isOther = session?.user.id !== next?.user.id;
  session = next;
  if (isOther) for (const listener of personListeners) listener();
  setCsrfToken(next?.csrfToken ?? '');
  for (const listener of listeners) listener();
}

whenSessionEnds(() => set(null));

export const useSession = (): Session | null | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );

/** Whether the answer says that nobody is logged in, and not that the service is busy or cannot be reached. */
const isEnd = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 401 || (session === undefined && error.retryAfterMs === undefined));

/** Reads who is logged in. Without an answer it stays as it is: the session may go on. */
export async function readSession(): Promise<void> {
  try {
    set(await call('getConsoleSession'));
  } catch (error) {
    if (isEnd(error)) set(null);
  }
}

const ASK_AGAIN_MS = 2000;

/** Reads who is logged in, and again until there is an answer. */
export async function findSession(): Promise<void> {
  await readSession();
  if (session === undefined) setTimeout(() => void findSession(), ASK_AGAIN_MS);
}

export async function logIn(username: string, password: string): Promise<void> {
  set(await call('openConsoleSession', { body: { username, password } }));
}

export async function logOut(): Promise<void> {
  try {
    await call('endConsoleSession');
  } finally {
    set(null);
  }
}

/** Whether the person may do what needs this scope. */
export const may = ({ user }: Pick<Session, 'user'>, scope: Scope | null): boolean =>
  scope === null || user.scopes.includes('admin') || user.scopes.includes(scope);

let usedAt = Date.now();

/** Reads the session while somebody is there, and logs out who is not. */
export function watchIdle(): void {
  for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
    addEventListener(event, () => (usedAt = Date.now()), { passive: true, capture: true });
  setInterval(() => {
    if (!session) return;
    if (Date.now() - usedAt > IDLE_MS) void logOut().catch(() => undefined);
    else void readSession();
  }, READ_EVERY_MS);
}
