/** The part of simple-oauth2 that is used here; the package has no types. */
declare module 'simple-oauth2' {
  interface Settings {
    client: { id: string; secret: string };
    auth: Record<'tokenHost' | 'tokenPath' | 'revokePath', string>;
    options?: { authorizationMethod: 'header' | 'body' };
  }
  interface AccessToken {
    token: { access_token: string };
    refresh(): Promise<AccessToken>;
    revokeAll(): Promise<void>;
  }
  export class AuthorizationCode {
    constructor(settings: Settings);
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
  export class ClientCredentials {
    constructor(settings: Settings);
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
}
