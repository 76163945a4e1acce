import type { bearerContract } from '@procurement-intents/contract/bearer';
import { versionHeaders } from '@procurement-intents/domain';
import { checkLogout, presentProfile } from '@procurement-intents/domain/company';
import { addressKey } from '../address-key.ts';
import { actorOf } from '../http/actor-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { IdentityContext } from './identity-context.ts';
import { logIn } from './log-in.ts';
import { updateProfile } from './update-profile.ts';

type AccountHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  'login' | 'logout' | 'getProfile' | 'updateProfile'
>;

/** The handlers of logging in and out, and of the caller's own profile. */
export function accountHandlers(context: IdentityContext): AccountHandlers {
  const { sessions, clock, environment } = context;
  return {
    login: async ({ body }, { ip, requestId }) => {
      const source = { address: addressKey(ip), ip, requestId };
      const { token, expiresAt } = await logIn(context, body, source);
      return { status: 200, body: { token, expiresAt: expiresAt.toISOString() } };
    },
    logout: async (_input, request) => {
      checkLogout(request.holder);
      await sessions.remove(request.holder.credentialId, { actor: actorOf(request), at: clock.now() });
      return { status: 204, body: undefined };
    },
    getProfile: async (_input, { holder }) => ({
      status: 200,
      ...(holder.version !== null && { headers: versionHeaders({ version: holder.version }) }),
      body: presentProfile(holder, environment),
    }),
    updateProfile: async ({ body }, request) => {
      const user = await updateProfile(context, body, {
        holder: request.holder,
        actor: actorOf(request),
        ifMatch: request.headers['if-match'],
        address: addressKey(request.ip),
      });
      const profile = presentProfile({ ...user, kind: 'user', scopes: request.holder.scopes }, environment);
      return { status: 200, headers: versionHeaders(user), body: profile };
    },
  };
}
