import {
  contract,
  idOf,
  LIMITS,
  type OperationId,
  REQUEST_ID_PATTERN,
  signedPartOf,
} from '@procurement-intents/contract';
import { ApiError, NO_STORE } from '@procurement-intents/domain';
import { type Answer, type CommonHeaders, isRefused, renderError, renderSuccess } from './answer.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { type AdmissionParts, admitSigned } from './admit-signed.ts';
import { answerCompany } from '../company/answer-company.ts';
import type { CompanyContext } from '../company/company-operation.ts';
import { refusalOf, type createFaults } from './faults.ts';
import { sleep } from '../sleep.ts';
import { matchRoute } from './match-route.ts';
import { answerHealth, OPERATIONS } from '../operations.ts';
import { readLanguage } from './read-language.ts';
import { checkParts, readBody } from './read-request.ts';
import type { ReceivedRequest } from '../types.ts';

/** The parts of the service that handle a request. */
export interface ServiceParts extends CompanyContext, AdmissionParts {
  faults: ReturnType<typeof createFaults>;
  received: ReceivedRequest[];
  startedAt: Date;
}

/** The connection broke. Changes that the service made before are kept. */
export class DroppedConnection extends Error {}

/**
 * Responds to a request.
 *
 * @throws DroppedConnection, or the reason of an aborted signal, when there is no response.
 */
export async function respond(parts: ServiceParts, request: IncomingRequest): Promise<Answer> {
  const { method, path, headers, signal } = request;
  signal?.throwIfAborted();
  const entry: ReceivedRequest = { operation: null, method, path, status: null };
  parts.received.push(entry);
  const common: CommonHeaders = {
    ...NO_STORE,
    'X-Request-Id': requestIdOf(headers.get('x-request-id'), parts.received.length),
    Date: parts.clock.now().toUTCString(),
  };
  const response = await serve(parts, request, entry, common).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    return renderError(error, { path, language: readLanguage(headers.get('accept-language')) }, common);
  });
  entry.status = response.status;
  return response;
}

function requestIdOf(given: string | null, count: number): string {
  return given !== null && REQUEST_ID_PATTERN.test(given)
    ? given
    : idOf('call', String(count).padStart(6, '0'));
}

async function serve(
  parts: ServiceParts,
  request: IncomingRequest,
  entry: ReceivedRequest,
  common: CommonHeaders,
): Promise<Answer> {
  const { method, path, body, signal } = request;
  if (path.length > LIMITS.urlChars) throw new ApiError('URL_TOO_LONG');
  if (body.length > LIMITS.bodyBytes) throw new ApiError('BODY_TOO_LARGE');
  const route = matchRoute(method, path.split('?', 1)[0] ?? '');
  entry.operation = route.name as NonNullable<ReceivedRequest['operation']>;
  const fault = parts.faults.take(route.name);
  if (fault && 'error' in fault) throw refusalOf(fault, route, parts.clock.now().getTime());
  if (fault && 'status' in fault) return { headers: {}, body: null, ...fault };
  if (fault && 'drop' in fault && fault.drop === 'request') throw new DroppedConnection();
  if (fault && 'delayMs' in fault) await sleep(fault.delayMs, signal);
  const isLost = fault !== undefined && 'drop' in fault;
  try {
    const answer =
      route.scheme === 'signed'
        ? await answerSigned(parts, request, route, common)
        : await answerCompany(parts, request, route, common);
    if (!isLost) return answer;
  } catch (error) {
    // An error response is lost as well.
    if (!isLost || !isRefused(error)) throw error;
  }
  throw new DroppedConnection();
}

/** Admits a signed call, and answers it. Adds the headers of the rate limit to `common`. */
async function answerSigned(
  parts: ServiceParts,
  request: IncomingRequest,
  { operation, id, ids }: { operation: OperationId; id: string; ids: Record<string, string> },
  common: CommonHeaders,
): Promise<Answer> {
  const { clock } = parts;
  const signed = signedPartOf(contract[operation].metadata);
  if (operation === 'getHealth' || signed === null) {
    readBody(request, 'none');
    checkParts(contract[operation], request, undefined);
    return renderSuccess(answerHealth(clock.now(), parts.startedAt), common);
  }
  const { app, body } = await admitSigned(parts, { request, operation, common }, signed);
  const checked = checkParts(contract[operation], request, body);
  parts.runDue();
  const success = await OPERATIONS[operation](parts, {
    app,
    id,
    ids,
    ...checked,
    bodyText: new TextDecoder().decode(request.body),
    headers: request.headers,
    language: readLanguage(request.headers.get('accept-language')),
    signal: request.signal,
  });
  return renderSuccess(success, common);
}
