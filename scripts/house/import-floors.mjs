/** Files that the rules leave alone. */
export const TESTS = ['\\.test\\.ts$', '/test/'];

/**
 * The rooms of the server, the lowest floor first: folders of `apps/server/src`, and files that are no folder's. A room
 * imports rooms of lower floors only, none of its own floor.
 */
export const FLOORS = [
  ['random-bytes.ts', 'escape-html.ts', 'hash-text.ts'],
  ['clock.ts', 'new-uuid.ts', 'new-token.ts', 'address-key.ts', 'shutdown.ts', 'generated'],
  ['new-id.ts'],
  ['observability', 'fair-share', 'sealing'],
  ['outbound', 'polling', 'exports'],
  ['postgres'],
  ['audit', 'user-rows', 'webhook-rows', 'personal-data'],
  ['changes'],
  ['config', 'client-apps', 'queue', 'intent-rows', 'call-figures'],
  ['auth', 'platforms', 'open-keys.ts', 'open-database.ts'],
  ['http'],
  [
    'archive',
    'intents',
    'purchasing',
    'docs',
    'health',
    'identity',
    'api-keys',
    'audit-log',
    'oauth',
    'suppliers',
    'contracts',
    'events',
    'webhooks',
  ],
  ['company-apps', 'purchase-requests', 'orders', 'reports', 'company-intents', 'dashboard', 'console'],
  ['composition'],
  ['service.ts', 'operator.ts'],
  ['admin', 'startup'],
  ['main.ts'],
];

/**
 * The folders of `packages/contract/src`, the lowest floor first, and above them the files that gather them. The other
 * files lie below all folders, and so does `errors`: of folders it imports only words (see the rule `errors-name-states-alone`).
 */
export const CONTRACT_FLOORS = [
  ['signed', 'lists'],
  ['health', 'intents'],
  ['events', 'gateway'],
  ['webhooks', 'oauth'],
  ['bearer'],
  ['company', 'procurement'],
  ['console'],
  ['contract.ts', 'bearer-contract.ts'],
  ['index.ts', 'bearer.ts'],
];

/** The folders of `packages/domain/src`, the lowest floor first, and above them the file that gathers them. */
export const DOMAIN_FLOORS = [
  ['signed', 'product-page', 'lists', 'events'],
  ['intents', 'bearer'],
  ['company'],
  ['purchasing', 'oauth', 'procurement', 'webhooks'],
  ['index.ts'],
];

/** The folders of `apps/console/src`, the lowest floor first; the pages and the shell lie above them. */
export const CONSOLE_FLOORS = [['locales'], ['platform'], ['ui'], ['client-apps'], ['features']];

/** One rule for each room of a folder: what it must not import. */
function rulesOf(folder, floors, { name, comment }) {
  const pathOf = (room) => `^${folder}/${room.includes('.') ? `${room.replace('.', '\\.')}$` : `${room}/`}`;
  return floors.flatMap((floor, height) =>
    floor.map((room) => ({
      name: name(room),
      comment,
      severity: 'error',
      from: { path: pathOf(room), pathNot: [...TESTS] },
      to: { path: floors.slice(height).flat().map(pathOf), pathNot: pathOf(room) },
    })),
  );
}

export const floorRules = [
  ...rulesOf('apps/server/src', FLOORS, {
    name: (room) => `${room}-imports-lower-floors`,
    comment:
      'Rooms import rooms of lower floors (FLOORS in scripts/house/import-floors.mjs). Pass what is needed as an argument, connect the two in service.ts, or move what both need into a lower room.',
  }),
  ...rulesOf('packages/domain/src', DOMAIN_FLOORS, {
    name: (room) => `domain-${room}-imports-lower-floors`,
    comment:
      'Rules import rules of lower floors (DOMAIN_FLOORS in scripts/house/import-floors.mjs), so that those of intents know no purchases. What both need belongs in a lower folder or beside money.ts.',
  }),
  ...rulesOf('packages/contract/src', CONTRACT_FLOORS, {
    name: (room) => `contract-${room}-imports-lower-floors`,
    comment:
      'Folders of the contract import folders of lower floors (CONTRACT_FLOORS in scripts/house/import-floors.mjs), so that no two import each other. Move what both need into a lower folder or beside limits.ts, or gather the two in bearer-contract.ts or contract.ts.',
  }),
  ...rulesOf('apps/console/src', CONSOLE_FLOORS, {
    name: (room) => `console-${room}-imports-lower-floors`,
    comment:
      'Folders of the console import folders of lower floors (CONSOLE_FLOORS in scripts/house/import-floors.mjs). Move what both need into a lower one.',
  }),
];
