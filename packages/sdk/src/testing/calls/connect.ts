import { createBearerClient } from '../../bearer/index.ts';
import { createSigner, ProcurementIntents } from '../../index.ts';
import { toFetchResponse, toResponse } from './answer.ts';
import { hmacSha256 } from '../hmac-sha256.ts';
import { readIncomingRequest } from './incoming-request.ts';
import { DroppedConnection, respond, type ServiceParts } from './respond.ts';
import type { TestApp, TestService } from '../types.ts';

// A different address for each client keeps their rate limiters apart, which are shared by address and App.
let clients = 0;
const newAddress = (): string => `https://${(clients += 1)}.procurement.test`;

const PATHS = ['/api/v1/*', '/v1/*', '/auth/*', '/oauth/token'];
/** What msw intercepts. */
const pathsOf = (baseUrl: string | undefined): string[] =>
  baseUrl === undefined ? ['*/api/v1/*'] : PATHS.map((path) => baseUrl + path);

/** The ways in which programs reach the service. @param app - whose client is the default. */
export function connect(
  parts: ServiceParts,
  app: TestApp,
): Pick<TestService, 'fetch' | 'client' | 'company' | 'handlers'> {
  const send = async (...[input, init]: Parameters<TestService['fetch']>) =>
    respond(parts, await readIncomingRequest(input, init));
  return {
    fetch: (input, init) => send(input, init).then(toResponse, asFetchFailure),
    client: ({ appId = app.appId, appSecret = app.appSecret, ...others } = {}) =>
      new ProcurementIntents({
        ...others,
        baseUrl: newAddress(),
        appId,
        signer: createSigner(appId, appSecret, (secret) => (message) => hmacSha256(secret, message)),
        fetch: (url, init) => send(url, init).then(toFetchResponse, asFetchFailure),
      }),
    company: (options = {}) =>
      createBearerClient({
        credential: parts.members.keys[0]?.key ?? '',
        ...options,
        baseUrl: newAddress(),
        fetch: (url, init) => send(url, init).then(toFetchResponse, asFetchFailure),
      }),
    handlers: (http, baseUrl) =>
      pathsOf(baseUrl).map((path) =>
        http.all(path, async ({ request }) =>
          send(request).then(toResponse, (error: unknown) => {
            if (error instanceof DroppedConnection) return Response.error();
            throw error;
          }),
        ),
      ),
  };
}

/** `fetch` reports a broken connection as a TypeError. */
function asFetchFailure(error: unknown): never {
  if (error instanceof DroppedConnection)
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  throw error;
}
