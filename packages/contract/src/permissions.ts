/** What each permission of an App allows it to do on the signed side. */
export const PERMISSION_TEXTS = {
  'intents:read': 'read intents, their timelines and the feed of events',
  'intents:write': 'create, submit, update, label, cancel and delete intents',
  'webhooks:read': 'read webhook endpoints and their deliveries',
  'webhooks:write': 'create, change, test and delete webhook endpoints, and send deliveries again',
  'intents:draft': 'create, update and delete drafts, and submit none',
} as const satisfies Record<string, string>;

/** A permission of an App. */
export type Permission = keyof typeof PERMISSION_TEXTS;

/** Permissions of an App. */
export const PERMISSIONS = Object.keys(PERMISSION_TEXTS) as [Permission, ...Permission[]];

/** With it an App has the events of its intents: it may read them, and have them sent to its webhook endpoints. */
export const EVENTS_PERMISSION = 'intents:read' satisfies Permission;

/** What a new App may do unless its maker says otherwise: all that Apps could do before there were more permissions. */
export const DEFAULT_PERMISSIONS = ['intents:read', 'intents:write'] as const satisfies readonly Permission[];

/** Permissions in a sentence: `a`, `b` and `c`. */
export function listPermissions(permissions: readonly Permission[], word: 'and' | 'or'): string {
  const quoted = permissions.map((each) => `\`${each}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${word} ${last}`;
}
