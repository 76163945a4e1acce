import type { bearerContract } from '@procurement-intents/contract/bearer';
import { USER_LIST } from '@procurement-intents/contract/company';
import { createdHeaders, exactFen, versionHeaders } from '@procurement-intents/domain';
import { presentUser } from '@procurement-intents/domain/company';
import { addressKey } from '../address-key.ts';
import { actorOf, targetOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import type { RequestContext } from '../http/request-context.ts';
import { changeUser, loadUser } from './change-user.ts';
import type { IdentityContext } from './identity-context.ts';
import { createUser, resetPassword, setUserDisabled } from './manage-users.ts';
import type { HashCaller } from './password-hashes.ts';
import type { UserColumn } from './store/user-list.ts';
import type { UserRow } from './store/user-row.ts';

type UserHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  'createUser' | 'listUsers' | 'getUser' | 'updateUser' | 'disableUser' | 'enableUser' | 'resetPassword'
>;

const USERS = {
  definition: USER_LIST,
  columns: { approvalLimit: 'approvalLimitFen' } as Partial<Record<string, UserColumn>>,
};

const okUser = (user: UserRow) => ({
  status: 200 as const,
  headers: versionHeaders(user),
  body: presentUser(user),
});

const limitIn = (yuan: number | null | undefined) =>
  yuan === undefined ? {} : { approvalLimitFen: yuan === null ? null : exactFen(yuan) };

/** For whom an administrator's call hashes a password. */
const hashCallerOf = ({ holder, ip }: RequestContext): HashCaller => ({
  account: holder.userId ?? holder.id,
  address: addressKey(ip),
});

/** The handlers of users, for administrators. */
export function userHandlers(context: IdentityContext): UserHandlers {
  const { users } = context;
  return {
    createUser: async ({ body }, request) => {
      const { approvalLimit, password, ...shown } = body;
      const input = { ...shown, password, ...limitIn(approvalLimit) };
      const create = {
        actor: actorOf(request),
        key: createKeyOf(request, { ...shown, approvalLimit }),
        caller: hashCallerOf(request),
      };
      const { user, isReplay } = await createUser(context, input, create);
      const headers = { ...createdHeaders(isReplay), ...versionHeaders(user) };
      return { status: 201, headers, body: presentUser(user) };
    },
    listUsers: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...USERS, read: users.listPage, present: presentUser }, query),
    }),
    getUser: async ({ params }) => okUser(await loadUser(context, params.id)),
    updateUser: async ({ params, body }, request) => {
      const { approvalLimit, displayName, locale, scopes } = body;
      const changes = {
        ...limitIn(approvalLimit),
        ...(displayName !== undefined && { displayName }),
        ...(locale && { locale }),
        ...(scopes && { scopes }),
      };
      const isEmpty = Object.keys(changes).length === 0;
      const decide = () => (isEmpty ? null : { changes });
      return okUser(await changeUser(context, targetOf(request, params.id), 'user.updated', decide));
    },
    disableUser: async ({ params }, request) =>
      okUser(await setUserDisabled(context, { ...targetOf(request, params.id), isDisabled: true })),
    enableUser: async ({ params }, request) =>
      okUser(await setUserDisabled(context, { ...targetOf(request, params.id), isDisabled: false })),
    resetPassword: async ({ params, body }, request) => {
      const target = targetOf(request, params.id);
      const caller = hashCallerOf(request);
      return okUser(await resetPassword(context, { ...target, password: body.password, caller }));
    },
  };
}
