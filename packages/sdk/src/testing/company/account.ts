import { checkVersion, versionHeaders } from '@procurement-intents/domain';
import { accountOf, BearerError, found } from '@procurement-intents/domain/bearer';
import {
  checkLogout,
  checkProfileChange,
  presentProfile,
  type ProfileChanges,
  profileFields,
  wrongOldPassword,
} from '@procurement-intents/domain/company';
import type { CompanyOperation, OpenOperation } from './company-operation.ts';
import { ENVIRONMENT } from './register-members.ts';

/** Gives a person a session token. */
export const login: OpenOperation = ({ members, logins }, { body }) => {
  const { username, password } = body as { username: string; password: string };
  const account = accountOf(username);
  const person = members.people.find((each) => each.username === account);
  if (!logins.attempt(`user ${account}`, () => person?.password === password) || !person)
    throw new BearerError('unauthorized');
  const { token, expiresAt } = members.openSession(person);
  return { status: 200, body: { token, expiresAt: expiresAt.toISOString() } };
};

const logout: CompanyOperation = ({ members }, { holder }) => {
  checkLogout(holder);
  members.endSessions(({ sessionId }) => sessionId === holder.credentialId);
  return { status: 204 };
};

const getProfile: CompanyOperation = (_service, { holder }) => ({
  status: 200,
  ...(holder.version !== null && { headers: versionHeaders({ version: holder.version }) }),
  body: presentProfile(holder, ENVIRONMENT),
});

const updateProfile: CompanyOperation = ({ members, logins, clock }, { holder, body, headers }) => {
  const wanted = body as ProfileChanges;
  checkProfileChange(holder, wanted);
  const person = found(members.people.find(({ id }) => id === holder.id));
  const { password, oldPassword = '' } = wanted;
  if (password !== undefined) {
    const isRight = logins.attempt(`user ${person.username}`, () => oldPassword === person.password);
    if (!isRight) throw wrongOldPassword();
  }
  checkVersion(person, headers.get('if-match'));
  const changes = { ...profileFields(wanted), ...(password !== undefined && { password }) };
  if (Object.keys(changes).length > 0)
    Object.assign(person, changes, { updatedAt: clock.now(), version: person.version + 1 });
  if (password !== undefined)
    members.endSessions(
      ({ sessionId, personId }) => personId === person.id && sessionId !== holder.credentialId,
    );
  const profile = presentProfile({ ...person, kind: 'user', scopes: holder.scopes }, ENVIRONMENT);
  return { status: 200, headers: versionHeaders(person), body: profile };
};

/** Who calls. */
export const ACCOUNT_OPERATIONS = { logout, getProfile, updateProfile };
