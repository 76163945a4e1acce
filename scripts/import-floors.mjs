/** Files that the rules leave alone. */
export const TESTS = ['\\.test\\.ts$', '/test/'];

/**
 * The rooms of the server, the lowest floor first: folders of `apps/server/src`, and files that are no folder's. A room
 * imports rooms of lower floors only, none of its own floor.
 */
export const FLOORS = [
  ['random-bytes.ts', 'escape-html.ts'],
  ['clock.ts', 'new-uuid.ts', 'new-token.ts', 'ip-range.ts', 'address-key.ts', 'shutdown.ts', 'generated'],
  ['new-id.ts'],
  ['observability', 'fair-share', 'sealing'],
  ['outbound', 'polling'],
  ['postgres'],
  ['audit'],
  ['config', 'client-apps', 'queue', 'intent-rows'],
  ['auth', 'platforms', 'open-keys.ts', 'open-database.ts'],
  ['http'],
  [
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
  ['app-administration', 'purchase-requests', 'orders', 'reports', 'company-intents', 'dashboard'],
  ['composition'],
  ['service.ts', 'operator.ts'],
  ['admin'],
  ['main.ts'],
];

const SERVER = '^apps/server/src/';
const pathOf = (room) => SERVER + (room.includes('.') ? `${room.replace('.', '\\.')}$` : `${room}/`);

/** One rule for each room: what it must not import. */
export const floorRules = FLOORS.flatMap((floor, height) =>
  floor.map((room) => ({
    name: `${room}-imports-lower-floors`,
    comment:
      'Rooms import rooms of lower floors (FLOORS in scripts/import-floors.mjs). Pass what is needed as an argument, connect the two in service.ts, or move what both need into a lower room.',
    severity: 'error',
    from: { path: pathOf(room), pathNot: [...TESTS] },
    to: {
      path: FLOORS.slice(height).flat().map(pathOf),
      pathNot: pathOf(room),
    },
  })),
);
