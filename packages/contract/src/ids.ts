/**
 * What the ids of the product begin with. 32 lower-case hex digits of a UUID follow. Operators can give an App another id,
 * and callers a call.
 */
export const ID_PREFIXES = {
  intent: 'int_',
  event: 'evt_',
  webhookEndpoint: 'whk_',
  delivery: 'dlv_',
  replay: 'rpl_',
  app: 'app_',
  call: 'req_',
  purchaseRequest: 'pr_',
  supplier: 'sup_',
  order: 'ord_',
  contract: 'con_',
  user: 'usr_',
  apiKey: 'key_',
  client: 'cli_',
  session: 'ses_',
  auditEvent: 'aud_',
  grant: 'gra_',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** The id of this kind with these digits. */
export const idOf = (kind: IdKind, digits: string): string => ID_PREFIXES[kind] + digits;

/** The digits of an id of this kind. */
export const digitsOf = (kind: IdKind, id: string): string => id.slice(ID_PREFIXES[kind].length);

/** An example of an id of this kind. */
export const exampleId = (kind: IdKind): string => idOf(kind, '019aa4c1b7e27c3d9f00a1b2c3d4e5f6');

const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}[0-9a-f]{32}$`)]),
) as Record<IdKind, RegExp>;

/** The form of an id of this kind. */
export const idPattern = (kind: IdKind): RegExp => PATTERNS[kind];
