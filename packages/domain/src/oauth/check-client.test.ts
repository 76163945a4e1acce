import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { expect, it } from 'vitest';
import { clientProblems } from './check-client.ts';

const CLIENT = {
  name: 'Ledger',
  isPublic: false,
  redirectUris: ['https://ledger.example/cb'],
  scopes: ['read:orders'],
  grantTypes: ['authorization_code', 'refresh_token'],
} as const;
type Client = Parameters<typeof clientProblems>[0];

it.each<Partial<Client>>([
  {},
  { isPublic: true, redirectUris: ['com.example.app:/cb', 'http://127.0.0.1/cb'] },
  { isPublic: true, grantTypes: [DEVICE_GRANT, 'refresh_token'], redirectUris: [] },
  { grantTypes: ['client_credentials'], redirectUris: [] },
])('lets a client be registered: %j', (client) => {
  expect(clientProblems({ ...CLIENT, ...client })).toEqual([]);
});

it.each<[Partial<Client>, [field: string, rule: string][]]>([
  [{ name: '' }, [['name', 'length']]],
  [{ name: 'x'.repeat(101) }, [['name', 'length']]],
  [{ name: 'a\u2028b' }, [['name', 'text']]],
  [{ scopes: [] }, [['scopes', 'atLeastOne']]],
  [{ grantTypes: [], redirectUris: [] }, [['grantTypes', 'atLeastOne']]],
  [{ redirectUris: [] }, [['redirectUris', 'redirectUris']]],
  [{ grantTypes: ['client_credentials'] }, [['redirectUris', 'redirectUris']]],
  [
    { grantTypes: ['client_credentials', 'refresh_token'], redirectUris: [] },
    [['grantTypes', 'refreshGrant']],
  ],
  [{ isPublic: true, grantTypes: ['client_credentials'], redirectUris: [] }, [['grantTypes', 'publicGrant']]],
  [
    { redirectUris: ['https://ledger.example/cb', 'com.example.app:/cb', 'javascript:alert(1)'] },
    [
      ['redirectUris.1', 'redirectUri'],
      ['redirectUris.2', 'redirectUri'],
    ],
  ],
])('refuses %j', (client, problems) => {
  const found = clientProblems({ ...CLIENT, ...client });
  expect(found.map(({ field, issue }) => [field, issue.rule])).toEqual(problems);
});
