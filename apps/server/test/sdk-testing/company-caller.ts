import { PASSWORD } from '../support/bearer.ts';
import { type ClientName, isKey, isPerson, type Member, type Secrets } from './members.ts';
import type { CompanyCall, RawAnswer, World } from './world.ts';

// A token lives for an hour.
const RENEW_MS = 30 * 60_000;

/** Gets the credentials of members in one world, without a trace in the transcript. */
export function createCredentials(world: World, { keys, clients }: Secrets) {
  const kept = new Map<Member, { token: string; at: number }>();
  const formOf = (name: ClientName): string =>
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clients[name].id,
      client_secret: clients[name].secret,
    }).toString();

  async function tokenOf(member: Exclude<Member, keyof Secrets['keys']>): Promise<string> {
    const { body } = isPerson(member)
      ? await world.company('POST', '/auth/login', { body: { username: member, password: PASSWORD } })
      : await world.company('POST', '/oauth/token', { form: formOf(member) });
    return String(body.token ?? body.access_token);
  }

  return async (member: Member): Promise<string> => {
    if (isKey(member)) return keys[member];
    const known = kept.get(member);
    if (known && world.nowMs() - known.at < RENEW_MS) return known.token;
    const token = await tokenOf(member);
    kept.set(member, { token, at: world.nowMs() });
    return token;
  };
}
export type Credentials = ReturnType<typeof createCredentials>;

type Send = (method: string, path: string, call: CompanyCall) => Promise<RawAnswer>;

/** Calls of one member. */
export const createMemberCaller = (send: Send, credentialOf: Credentials) => (member: Member) => {
  const call = async (method: string, path: string, given: CompanyCall = {}) =>
    send(method, path, { credential: await credentialOf(member), ...given });
  return {
    call,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, headers && { headers }),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, { body, ...(headers && { headers }) }),
    patch: (path: string, body: unknown, headers?: Record<string, string>) =>
      call('PATCH', path, { body, ...(headers && { headers }) }),
    remove: (path: string, headers?: Record<string, string>) => call('DELETE', path, headers && { headers }),
  };
};
