import { OAuthError } from './oauth-error.ts';
import type { OAuthClient } from './oauth-client.ts';
import { type GivenParameters, readParameter } from './parameters.ts';

/** How a client says who it is. */
export interface ClientCredentials {
  clientId: string;
  /** Null when none was sent. */
  secret: string | null;
  isBasic: boolean;
}

/**
 * Reads who the client says that it is: from HTTP Basic or from the form, never from both. RFC 6749, 2.3.
 *
 * @param authorization - the header; null without one.
 * @param decodeBase64 - to UTF-8; null when it is none.
 * @throws OAuthError
 */
export function readClientCredentials(
  authorization: string | null,
  form: GivenParameters,
  decodeBase64: (text: string) => string | null,
): ClientCredentials {
  const [id, secret] = [readOnce(form, 'client_id'), readOnce(form, 'client_secret')];
  const basic = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) {
    if (id === null) throw new OAuthError('invalid_client');
    return { clientId: id, secret, isBasic: false };
  }
  const [clientId, basicSecret] = readBasic(decodeBase64(basic));
  if (secret !== null || (id !== null && id !== clientId))
    throw new OAuthError('invalid_request', { description: 'The client authenticates in more than one way' });
  return { clientId, secret: basicSecret, isBasic: true };
}

function readOnce(form: GivenParameters, name: string): string | null {
  const parameter = readParameter(form, name);
  if (parameter.state === 'given') return parameter.value;
  if (parameter.state === 'absent') return null;
  if (typeof form[name] === 'string') throw new OAuthError('invalid_client');
  throw new OAuthError('invalid_request', { description: `The parameter ${name} is repeated` });
}

/** Id and secret are form-encoded before they are joined. RFC 6749, 2.3.1. */
function readBasic(text: string | null): [string, string] {
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 0) throw refusedClient(true);
  try {
    return [decodeForm(text.slice(0, colon)), decodeForm(text.slice(colon + 1))];
  } catch {
    throw refusedClient(true);
  }
}

const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The same for an unknown client and a wrong secret. RFC 6749, 5.2. */
export const refusedClient = (isBasic: boolean): OAuthError =>
  new OAuthError('invalid_client', {
    headers: isBasic ? { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' } : {},
  });

/**
 * Whether the credentials prove the client: a confidential one by its secret, a public one by having sent none.
 *
 * @param isSecretRight - of the secret that was sent.
 */
export const isAuthentic = (
  { isPublic }: Pick<OAuthClient, 'isPublic'>,
  { secret }: ClientCredentials,
  isSecretRight: boolean,
): boolean => (isPublic ? secret === null : secret !== null && isSecretRight);
