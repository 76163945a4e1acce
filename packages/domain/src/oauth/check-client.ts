import { hasLength } from '@procurement-intents/contract';
import { BEARER_TEXT_LENGTHS } from '@procurement-intents/contract/bearer';
import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { isPrintable } from '../company/printable-name.ts';
import type { FieldProblem } from '../errors.ts';
import type { OAuthClient } from './oauth-client.ts';
import { kindOfRedirectUri } from './redirect-uri.ts';

/** What keeps a client from being registered, by field; none when it may be. RFC 6749, 2.1 and 3.1.2. */
export function clientProblems(client: Omit<OAuthClient, 'id'>): FieldProblem[] {
  const { scopes, grantTypes, redirectUris, isPublic } = client;
  const hasCode = grantTypes.includes('authorization_code');
  const mayRefresh = hasCode || grantTypes.includes(DEVICE_GRANT);
  const rows: [isWrong: boolean, field: string, rule: FieldProblem['issue']['rule']][] = [
    [!isPrintable(client.name), 'name', 'text'],
    [scopes.length === 0, 'scopes', 'atLeastOne'],
    [grantTypes.length === 0, 'grantTypes', 'atLeastOne'],
    [hasCode !== redirectUris.length > 0, 'redirectUris', 'redirectUris'],
    [grantTypes.includes('refresh_token') && !mayRefresh, 'grantTypes', 'refreshGrant'],
    [isPublic && grantTypes.includes('client_credentials'), 'grantTypes', 'publicGrant'],
    ...redirectUris.map(
      (uri, index) =>
        [!isAllowed(uri, isPublic), `redirectUris.${index}`, 'redirectUri'] as [
          boolean,
          string,
          'redirectUri',
        ],
    ),
  ];
  const problems = rows.flatMap(([isWrong, field, rule]) => (isWrong ? [{ field, issue: { rule } }] : []));
  if (hasLength(client.name, BEARER_TEXT_LENGTHS.name)) return problems;
  return [{ field: 'name', issue: { rule: 'length', ...BEARER_TEXT_LENGTHS.name } }, ...problems];
}

function isAllowed(uri: string, isPublic: boolean): boolean {
  const kind = kindOfRedirectUri(uri);
  return kind !== null && (kind !== 'private' || isPublic);
}
