import { CAPACITIES, DEFENCES } from '../../src/limits.ts';
import { kilobytes, type LimitRows, megabytes, refusal, seconds } from './limit-row.ts';
import { grouped, table } from '../markdown.ts';

const DEFENCE_ROWS: LimitRows<typeof DEFENCES> = {
  bodyChunks: [
    'Chunks or reads in which a body arrives',
    grouped(DEFENCES.bodyChunks),
    refusal('BODY_TOO_LARGE'),
  ],
  exemptBodyBytes: [
    'Size up to which a body counts for none of the totals',
    kilobytes(DEFENCES.exemptBodyBytes),
    'it counts',
  ],
  bodyBytesPerAddress: [
    `Bodies over ${kilobytes(DEFENCES.exemptBodyBytes)} that one address sends at the same time`,
    `${megabytes(DEFENCES.bodyBytesPerAddress)} together`,
    refusal('RATE_LIMITED'),
  ],
  connectionsPerAddress: [
    'Connections of one address to one process',
    String(DEFENCES.connectionsPerAddress),
    'closed at once',
  ],
  connectionsPer56: [
    'Connections of one /56 of IPv6 to one process',
    grouped(DEFENCES.connectionsPer56),
    'closed at once',
  ],
  connectionsPer48: [
    'Connections of one /48 of IPv6 to one process',
    grouped(DEFENCES.connectionsPer48),
    'closed at once',
  ],
  pipelinedRequests: [
    'Requests of one connection that wait for their answers',
    String(DEFENCES.pipelinedRequests),
    'the connection is closed',
  ],
  pipelinedFlood: [
    'The same, when they arrive at once',
    String(DEFENCES.pipelinedFlood),
    'a flood of its sender at once (see below)',
  ],
  floodsPerSecond: [
    `Connections of one sender that have more than ${DEFENCES.pipelinedRequests} such requests, and, counted apart, those on which it sends a chunked body with a \`GET\`, \`HEAD\` or \`OPTIONS\``,
    `${DEFENCES.floodsPerSecond} a second`,
    'a flood',
  ],
  keyUpdatesPerSecond: [
    'Changes of TLS keys by one sender, with TLS in the process',
    `${DEFENCES.keyUpdatesPerSecond} a second`,
    'a flood',
  ],
  floodBlockMs: [
    'Time in which an address gets no new connection after a flood whose sender is no App',
    seconds(DEFENCES.floodBlockMs),
    'connections are accepted again',
  ],
  chunksPerSecond: [
    'Chunks of the bodies of one sender',
    `${grouped(DEFENCES.chunksPerSecond)} a second`,
    'a flood',
  ],
  unadmittedPerSecond: [
    'Requests of one address to one process that no rate limit admits: pages, health checks, unknown paths, failed authentications, calls over a rate limit. Those that name a known App count for it',
    `${DEFENCES.unadmittedPerSecond} a second`,
    'each waits, except on connections of which an App is within its rate limits',
  ],
  holdMs: ['How long each of these waits', seconds(DEFENCES.holdMs), 'it is served'],
  busyAppsPerAddress: [
    'The same of all known Apps at one address together',
    `${DEFENCES.busyAppsPerAddress} times as many`,
    'as above',
  ],
  unreadBytes: [
    'Answers of one process that an App has asked for and does not read, on all its connections',
    `${DEFENCES.unreadBytes / 1_000_000} MB`,
    `reads: ${refusal('RATE_LIMITED')}, until it has read them or closed the connections`,
  ],
  feedWaits: [
    'Calls of one App to one process that wait for events',
    String(DEFENCES.feedWaits),
    refusal('RATE_LIMITED'),
  ],
  exports: ['Exports of one App by one process', String(DEFENCES.exports), refusal('RATE_LIMITED')],
  cancelWaits: [
    'Calls to one process that wait for the outcome of one cancellation',
    String(DEFENCES.cancelWaits),
    refusal('CANCEL_UNDECIDED'),
  ],
  listsAtOnce: [
    'Lists, timelines and logs of one App that a process reads at once; lists and reports under `/v1` of one person',
    String(DEFENCES.listsAtOnce),
    'the others wait',
  ],
  listsWaiting: [
    'Those of one App or one person that wait for this in a process',
    String(DEFENCES.listsWaiting),
    `${refusal('RATE_LIMITED')}, \`rate_limited\``,
  ],
  callsAtOnce: [
    'Calls under `/v1` of one person, by whatever credentials, that a process works on',
    String(DEFENCES.callsAtOnce),
    'the others wait',
  ],
  callsWaiting: ['Calls of one person that wait for this', String(DEFENCES.callsWaiting), '`rate_limited`'],
};

const CAPACITY_ROWS: LimitRows<typeof CAPACITIES> = {
  connections: [
    'Connections',
    grouped(CAPACITIES.connections),
    'the one without a call that has been idle longest is closed, of the address or /48 with most of them (see below)',
  ],
  bodyBytes: [
    `Bodies over ${kilobytes(DEFENCES.exemptBodyBytes)} that arrive`,
    `${megabytes(CAPACITIES.bodyBytes)} together`,
    refusal('UNAVAILABLE'),
  ],
  heldOfProxies: [
    'Requests by way of proxies that wait, as above',
    String(CAPACITIES.heldOfProxies),
    refusal('RATE_LIMITED'),
  ],
  lists: [
    'Lists of Apps that filter by more than counters know, or look far behind, timelines, and logs of webhooks',
    String(CAPACITIES.lists),
    'the others wait',
  ],
  companyLists: ['Lists and reports under `/v1`', String(CAPACITIES.companyLists), 'the others wait'],
  companyCalls: ['Calls under `/v1`', String(CAPACITIES.companyCalls), 'the others wait'],
  passwordsWaiting: [
    'Passwords that wait until another one is compared',
    String(CAPACITIES.passwordsWaiting),
    '`rate_limited`',
  ],
  orderRefreshes: [
    'Orders about which platforms are asked for calls that wait',
    String(CAPACITIES.orderRefreshes),
    '`unavailable`',
  ],
};

const FLOODS =
  'A sender of floods is an App at one address, on connections of one process whose last call its rate limits have admitted; ' +
  'or all others of the address together. A flood of an App closes its connections at this address, and no others; ' +
  `its second one of ${DEFENCES.pipelinedFlood} requests within ${seconds(DEFENCES.floodBlockMs)} counts as one of the others. A flood ` +
  'of the others closes the connections of the address that no App uses within its rate limits, those of the App that was ' +
  'admitted last on the connection it came by, and new ones for ' +
  `${seconds(DEFENCES.floodBlockMs)}. An address of \`TRUSTED_PROXIES\` sends no floods.`;

const PLACES =
  'A connection is idle while no call is under way on it, unless a rate limit admitted its last one. When none is idle, ' +
  'the new connection is closed. Those of `TRUSTED_PROXIES` are closed for others of theirs alone.';

/** The tables that this part lists. */
export const HELD_LIMITS = [DEFENCES, CAPACITIES];

/** What one caller can hold, and what a process has for all of them. */
export const heldLimits = (): string[] => [
  '## What one caller can hold',
  'So that no caller stops the service for others. A client that sends what it needs and reads its answers stays far below.',
  table(['What', 'Limit', 'Beyond it'], Object.values(DEFENCE_ROWS)),
  FLOODS,
  '## What one process holds',
  'At the same time, for all callers together.',
  table(['What', 'Limit', 'Beyond it'], Object.values(CAPACITY_ROWS)),
  PLACES,
];
