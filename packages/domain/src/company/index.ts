export { checkAdministratorStays, endsAdministrator } from './administrators.ts';
export {
  checkCovers,
  checkStillCovers,
  deciderOfIntents,
  type IntentRights,
  intentRightsOf,
} from './intent-rights.ts';
export { type PersonRights, rightsOfUser } from './person-rights.ts';
export { presentApp, type StoredApp } from './present-app.ts';
export {
  presentAuditEvent,
  presentKey,
  presentSession,
  type StoredAuditEvent,
  type StoredKey,
  type StoredSession,
} from './present-credentials.ts';
export { isName, NAME_RULE } from './printable-name.ts';
export {
  checkLogout,
  checkProfileChange,
  type ProfileChanges,
  profileFields,
  wrongOldPassword,
} from './profile-changes.ts';
export { presentProfile, presentUser, type StoredUser } from './present-user.ts';
