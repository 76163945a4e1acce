import { SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import {
  CLIENT_AUTHENTICATIONS,
  GRANT_TYPE_NAMES,
  OAUTH_PAGE_ROUTES,
  OAUTH_ROUTES,
  type ServerMetadataView,
} from '@procurement-intents/contract/oauth';

/** The metadata of the server at `issuer`, whatever `Host` says. RFC 8414. */
export function presentMetadata(issuer: string): ServerMetadataView {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PAGE_ROUTES.authorize.path,
    token_endpoint: issuer + OAUTH_ROUTES.exchangeToken.path,
    device_authorization_endpoint: issuer + OAUTH_ROUTES.authorizeDevice.path,
    revocation_endpoint: issuer + OAUTH_ROUTES.revokeToken.path,
    introspection_endpoint: issuer + OAUTH_ROUTES.introspectToken.path,
    scopes_supported: SCOPE_NAMES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPE_NAMES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATIONS],
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATIONS],
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATIONS.filter(
      (method) => method !== 'none',
    ),
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['zh', 'en'],
    service_documentation: `${issuer}/docs`,
  };
}
