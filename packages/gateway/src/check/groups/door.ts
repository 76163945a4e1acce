import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
} from '@procurement-intents/contract/gateway/codes';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import type { Probe } from '../probe.ts';

const UNKNOWN_NUMBER = 'chk-unknown';

/** Headers that are not the token, though some look much like it. */
function wrongAuthorizations(token: string): [what: string, authorization: string | null][] {
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  return [
    ['no token', null],
    ['another token', 'Bearer wrong'],
    ['an empty token', 'Bearer '],
    ['the token with another last character', `Bearer ${token.slice(0, -1)}${last}`],
    ['the token without its last character', `Bearer ${token.slice(0, -1)}`],
    ['the token and one character more', `Bearer ${token}${last}`],
    ['the token in another scheme', `Basic ${token}`],
  ];
}

async function requireToken(probe: Probe): Promise<void> {
  for (const [what, authorization] of wrongAuthorizations(probe.settings.token)) {
    const merchantOrderNo = probe.newNumber();
    const placed = await probe.place(merchantOrderNo, { maxTotal: 0.01 }, { authorization });
    expectKept(placed.status === 401, `an order with ${what} gets no 401`, placed.exchange);
    const path = `/orders/by-merchant-no/${merchantOrderNo}`;
    const looked = await probe.client.call('GET', path, { authorization });
    expectKept(looked.status === 401, `a look with ${what} gets no 401`, looked.exchange);
    const found = await probe.find(merchantOrderNo);
    expectKept(found.status === 404, `an order with ${what} was made`, placed.exchange, found.exchange);
  }
}

async function sendJson(probe: Probe): Promise<void> {
  for (const answer of [
    await probe.find(UNKNOWN_NUMBER),
    await probe.get(UNKNOWN_NUMBER),
    await probe.client.call('POST', '/orders', { body: {} }),
  ]) {
    const { status, headers, json, exchange } = answer;
    expectKept(status !== null, 'no response, or one over 1 MB', exchange);
    expectKept(status < 300 || status > 399, 'the gateway redirects', exchange);
    const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '') && json !== undefined;
    expectKept(isJson, 'the response is not JSON', exchange);
  }
}

async function nameProtocol(probe: Probe): Promise<void> {
  for (const answer of [
    await probe.find(UNKNOWN_NUMBER),
    await probe.client.call('GET', `/orders/by-merchant-no/${UNKNOWN_NUMBER}`, { authorization: null }),
  ]) {
    const version = answer.headers[GATEWAY_PROTOCOL_HEADER.toLowerCase()];
    expectKept(
      version === GATEWAY_PROTOCOL_VERSION,
      `the header ${GATEWAY_PROTOCOL_HEADER} is ${version === undefined ? 'missing' : JSON.stringify(version)}`,
      answer.exchange,
    );
  }
}

async function openHealth(probe: Probe): Promise<void> {
  const { status, exchange } = await probe.client.call('GET', '/health', { authorization: null });
  if (status === 404) throw new NotChecked('the gateway has no /health');
  expectKept(status === 200, '/health does not respond with 200', exchange);
}

export const DOOR: readonly Check[] = [
  {
    group: 'door',
    name: 'token',
    promise: 'A call without the right bearer token gets 401, and nothing is made.',
    mend: 'Compare the whole Authorization header before anything else, in constant time.',
    pieces: () => 1,
    run: requireToken,
  },
  {
    group: 'door',
    name: 'json',
    promise: 'Every response is JSON of at most 1 MB, and none is a redirect.',
    mend: 'Send application/json from the framework’s error handler and the proxy in front of it, too.',
    run: sendJson,
  },
  {
    group: 'door',
    name: 'protocol-header',
    promise: 'Every response names the version of the protocol in Gateway-Protocol.',
    mend: 'Set the header before the token is checked, so that refusals have it too.',
    run: nameProtocol,
  },
  {
    group: 'door',
    name: 'health',
    promise: '/health needs no token.',
    mend: 'Answer /health before the token is checked.',
    run: openHealth,
  },
];
