import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ErrorName,
  type Language,
  LIMITS,
  type OperationId,
  type RateBucket,
  ROUTES,
} from '@procurement-intents/contract';
import {
  ApiError,
  isCallerError,
  presentRefusal,
  type Refusal,
  refusalOf,
} from '@procurement-intents/domain';
import { type Fastify, fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../../../../apps/server/src/observability/logger.ts';
import type { Secrets } from '../signature.ts';
import { checkSignature, identifyApp, type NamedApp } from './authenticate.ts';
import { RATE_LIMITED, type RateLimits } from './rate-limits.ts';

interface CallState {
  app: NamedApp | null;
  refusal: ErrorName | null;
}
type Call = FastifyRequest & CallState;
/** A call whose signature is valid and within its App's limits. */
export type SignedCall = Call & { app: NamedApp; body: Buffer | undefined };

export interface SignedRoute {
  operation: OperationId;
  bucket: RateBucket;
  /** The value of the body that is sent. */
  respond: (call: SignedCall, reply: FastifyReply) => Promise<object>;
}

interface Deps {
  secrets: Secrets;
  limits: RateLimits;
  log: Logger;
}

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.requestIdChars}}$`);

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : `req_${randomUUID()}`;
}

export const languageOf = ({ headers }: FastifyRequest): Language =>
  /^\s*en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh';

/** Serves the routes on a free port of this machine, and tells the port. */
export async function serveSigned(routes: readonly SignedRoute[], deps: Deps): Promise<number> {
  const app = fastify({ trustProxy: 'loopback', genReqId: requestIdOf });
  app.decorateRequest('app', null);
  app.decorateRequest('refusal', null);
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_call, body, done) => done(null, body));
  }
  app.setErrorHandler<Call>((error, call, reply) => refuse({ call, reply }, error, deps.log));
  app.setNotFoundHandler(() => {
    throw new ApiError('ROUTE_NOT_FOUND');
  });
  for (const route of routes) addRoute(app, route, deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** App and timestamp are checked before the body is read, the signature after it. */
function addRoute(app: Fastify, { operation, bucket, respond }: SignedRoute, { secrets, limits, log }: Deps) {
  app.route<SignedCall>({
    method: ROUTES[operation].method,
    url: ROUTES[operation].path,
    onRequest(call, reply, done) {
      reply.header('X-Request-Id', call.id);
      try {
        call.app = identifyApp(secrets, call.headers);
      } catch (error) {
        limits.consumeAuthFailure(call.ip);
        throw error;
      }
      done();
    },
    preHandler(call, reply, done) {
      try {
        checkSignature(call.app, call, call.body);
      } catch (error) {
        limits.consumeAuthFailure(call.ip);
        throw error;
      }
      const { isOver, headers } = limits.consume(call.app.id, bucket);
      reply.headers(headers);
      if (isOver) throw RATE_LIMITED;
      done();
    },
    handler: respond,
    onResponse(call, reply, done) {
      log.info(lineOf(operation, call, reply), 'request answered');
      done();
    },
  });
}

/** What the log says of a request. Paths stay out, as they hold what callers write. */
function lineOf(operation: OperationId, { id, app, refusal }: Call, reply: FastifyReply): object {
  return {
    requestId: id,
    operation,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ...(app && { appId: app.id }),
    ...(refusal && { error: refusal }),
  };
}

function refuse({ call, reply }: { call: Call; reply: FastifyReply }, error: Error, log: Logger): void {
  const language = languageOf(call);
  const refusal = isCallerError(error) ? refusalOf(error, language) : refusalOfDefect(error);
  if (refusal.name === 'INTERNAL') log.error({ requestId: call.id, err: error.message }, 'request failed');
  const { status, headers, body } = presentRefusal(refusal, language);
  call.refusal = refusal.name;
  reply.code(status).headers(headers).send(body);
}

const BODY_TOO_LARGE = 413;

function refusalOfDefect(error: Error & { statusCode?: number }): Refusal {
  const name = error.statusCode === BODY_TOO_LARGE ? 'BODY_TOO_LARGE' : 'INTERNAL';
  return { name, data: null, headers: {} };
}
