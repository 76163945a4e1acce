import { expect, test } from 'vitest';
import * as clients from '../src/company/client-schemas.ts';
import * as companyIntents from '../src/company/intent-schemas.ts';
import * as keys from '../src/company/key-schemas.ts';
import * as sessions from '../src/company/session-schemas.ts';
import * as users from '../src/company/user-schemas.ts';
import * as apps from '../src/company/app-schemas.ts';
import * as intents from '../src/intents/list-query.ts';
import * as contracts from '../src/procurement/contracts.ts';
import * as orders from '../src/procurement/orders.ts';
import * as requests from '../src/procurement/purchase-requests.ts';
import * as suppliers from '../src/procurement/suppliers.ts';
import type { ListDefinition } from '../src/lists/list-definition.ts';

const modules = [
  apps,
  clients,
  companyIntents,
  contracts,
  intents,
  keys,
  orders,
  requests,
  sessions,
  suppliers,
  users,
];
const lists = modules
  .flatMap((module): [string, unknown][] => Object.entries(module))
  .filter(([name]) => name.endsWith('_LIST')) as [string, ListDefinition][];
const filters = lists.flatMap(([list, definition]) =>
  Object.entries(definition.filters).map(([field, row]) => [list, field, row.value] as const),
);

// What Postgres keeps in no text.
test.each(filters)('%s takes no text for %s that cannot be stored', (_list, _field, value) => {
  for (const text of ['\u0000', 'a\u0000b', '\ud800']) expect(value.safeParse(text).success).toBe(false);
});

test('every list is among them', () => {
  expect(new Set(lists.map(([name]) => name)).size).toBe(13);
});
