import { BEARER_ERRORS, type BearerErrorCode } from '@procurement-intents/contract/bearer';
import type { IncomingMessage } from 'node:http';
import { answer, type Reply } from './start-service.ts';

const JSON_TYPE = { 'content-type': 'application/json', 'x-request-id': 'req_test' };

/** A success of the bearer scheme: the data itself. */
export const give = (data: object, status = 200, headers = {}): Reply =>
  answer(status, JSON.stringify(data), { ...JSON_TYPE, ...headers });

/** A refusal of the bearer scheme. */
export function refuseBearer(code: BearerErrorCode, extras: object = {}, headers = {}): Reply {
  const error = { code, message: `message of ${code}`, ...extras };
  return answer(BEARER_ERRORS[code].status, JSON.stringify({ error }), { ...JSON_TYPE, ...headers });
}

/** Tokens as an authorization server gives them: `at_1`, `at_2` and so on. */
export function giveTokens(expiresIn = 3_600): Reply {
  let count = 0;
  return (...exchange) =>
    give({ access_token: `at_${(count += 1)}`, token_type: 'Bearer', expires_in: expiresIn })(...exchange);
}

/** Another reply for each path. */
export const byPath =
  (replies: Record<string, Reply>): Reply =>
  (request, response) =>
    (replies[pathOf(request)] as Reply)(request, response);

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';
