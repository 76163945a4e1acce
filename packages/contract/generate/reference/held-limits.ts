import type { Language } from '../../src/field-issues.ts';
import { CAPACITIES, DEFENCES } from '../../src/limits.ts';
import {
  CONNECTION_CLOSED,
  inLanguage,
  kilobytes,
  type LimitRows,
  limitTable,
  megabytes,
  OTHERS_WAIT,
  per,
  refusal,
  seconds,
  type Text,
  together,
} from './limit-row.ts';
import { grouped } from '../markdown.ts';

const CLOSED_AT_ONCE: Text = { en: 'closed at once', zh: '立即关闭' };
const FLOOD: Text = { en: 'a flood', zh: '算作一次洪泛' };
const EXEMPT = kilobytes(DEFENCES.exemptBodyBytes);

const DEFENCE_ROWS: LimitRows<typeof DEFENCES> = {
  bodyChunks: {
    en: 'Chunks or reads in which a body arrives',
    zh: '一个请求体到达时的分块数或读取次数',
    limit: grouped(DEFENCES.bodyChunks),
    beyond: refusal('BODY_TOO_LARGE'),
  },
  exemptBodyBytes: {
    en: 'Size up to which a body counts for none of the totals',
    zh: '不计入任何总量的请求体大小',
    limit: EXEMPT,
    beyond: { en: 'it counts', zh: '计入总量' },
  },
  bodyBytesPerAddress: {
    en: `Bodies over ${EXEMPT} that one address sends at the same time`,
    zh: `同一地址同时发送的超过 ${EXEMPT} 的请求体`,
    limit: together(megabytes(DEFENCES.bodyBytesPerAddress)),
    beyond: refusal('RATE_LIMITED'),
  },
  connectionsPerAddress: {
    en: 'Connections of one address to one process',
    zh: '同一地址到一个进程的连接数',
    limit: String(DEFENCES.connectionsPerAddress),
    beyond: CLOSED_AT_ONCE,
  },
  connectionsPer56: {
    en: 'Connections of one /56 of IPv6 to one process',
    zh: '同一 IPv6 /56 网段到一个进程的连接数',
    limit: grouped(DEFENCES.connectionsPer56),
    beyond: CLOSED_AT_ONCE,
  },
  connectionsPer48: {
    en: 'Connections of one /48 of IPv6 to one process',
    zh: '同一 IPv6 /48 网段到一个进程的连接数',
    limit: grouped(DEFENCES.connectionsPer48),
    beyond: CLOSED_AT_ONCE,
  },
  pipelinedRequests: {
    en: 'Requests of one connection that wait for their answers',
    zh: '一个连接上等待响应的请求数',
    limit: String(DEFENCES.pipelinedRequests),
    beyond: CONNECTION_CLOSED,
  },
  pipelinedFlood: {
    en: 'The same, when they arrive at once',
    zh: '一个连接上等待响应的请求数，一起到达时',
    limit: String(DEFENCES.pipelinedFlood),
    beyond: {
      en: 'a flood of its sender at once (see below)',
      zh: '立即算作其发送方的一次洪泛（见下文）',
    },
  },
  floodsPerSecond: {
    en: `Connections of one sender that have more than ${DEFENCES.pipelinedRequests} such requests, and, counted apart, those on which it sends a chunked body with a \`GET\`, \`HEAD\` or \`OPTIONS\``,
    zh: `同一发送方有超过 ${DEFENCES.pipelinedRequests} 个请求等待响应的连接；另外单独计数：它在 \`GET\`、\`HEAD\` 或 \`OPTIONS\` 请求中发送分块请求体的连接`,
    limit: per('second', DEFENCES.floodsPerSecond, '个'),
    beyond: FLOOD,
  },
  keyUpdatesPerSecond: {
    en: 'Changes of TLS keys by one sender, with TLS in the process',
    zh: '由进程提供 TLS 时，同一发送方更换 TLS 密钥',
    limit: per('second', DEFENCES.keyUpdatesPerSecond),
    beyond: FLOOD,
  },
  floodBlockMs: {
    en: 'Time in which an address gets no new connection after a flood whose sender is no App',
    zh: '发送方不是 App 的洪泛之后，该地址不能新建连接的时间',
    limit: seconds(DEFENCES.floodBlockMs),
    beyond: { en: 'connections are accepted again', zh: '重新接受连接' },
  },
  chunksPerSecond: {
    en: 'Chunks of the bodies of one sender',
    zh: '同一发送方的请求体分块',
    limit: per('second', DEFENCES.chunksPerSecond, '个'),
    beyond: FLOOD,
  },
  unadmittedPerSecond: {
    en: 'Requests of one address to one process that no rate limit admits: pages, health checks, unknown paths, failed authentications, calls over a rate limit. Those that name a known App count for it',
    zh: '同一地址对一个进程的未获准的请求，即没有任何限流放行的请求：页面、健康检查、未知路径、认证失败、超出限流的调用。写明已知 App 的计在该 App 名下',
    limit: per('second', DEFENCES.unadmittedPerSecond, '个'),
    beyond: {
      en: 'each waits, except on connections of which an App is within its rate limits',
      zh: '每个都要等待，某个 App 在其限流之内使用的连接除外',
    },
  },
  holdMs: {
    en: 'How long each of these waits',
    zh: '这样的请求每个等待多久',
    limit: seconds(DEFENCES.holdMs),
    beyond: { en: 'it is served', zh: '开始处理' },
  },
  busyAppsPerAddress: {
    en: 'The same of all known Apps at one address together',
    zh: '同一地址上所有已知 App 的未获准的请求，合计',
    limit: {
      en: `${DEFENCES.busyAppsPerAddress} times as many`,
      zh: `上述数量的 ${DEFENCES.busyAppsPerAddress} 倍`,
    },
    beyond: { en: 'as above', zh: '同上' },
  },
  unreadBytes: {
    en: 'Answers of one process that an App has asked for and does not read, on all its connections',
    zh: '一个进程的响应中，某个 App 请求了却没有读取的，其所有连接合计',
    limit: `${DEFENCES.unreadBytes / 1_000_000} MB`,
    beyond: {
      en: `reads: ${refusal('RATE_LIMITED')}, until it has read them or closed the connections`,
      zh: `读取类调用：${refusal('RATE_LIMITED')}，直到它读完这些响应或关闭这些连接`,
    },
  },
  feedWaits: {
    en: 'Calls of one App, or of one administrator, to one process that wait for events',
    zh: '同一 App 或同一管理员对一个进程的、等待事件的调用',
    limit: String(DEFENCES.feedWaits),
    beyond: refusal('RATE_LIMITED'),
  },
  exports: {
    en: 'Exports of one App by one process',
    zh: '同一 App 在一个进程上的导出',
    limit: String(DEFENCES.exports),
    beyond: refusal('RATE_LIMITED'),
  },
  cancelWaits: {
    en: 'Calls to one process that wait for the outcome of one cancellation',
    zh: '对一个进程的、等待同一次取消的结果的调用',
    limit: String(DEFENCES.cancelWaits),
    beyond: refusal('CANCEL_UNDECIDED'),
  },
  listsAtOnce: {
    en: 'Lists, timelines and logs of one App that a process reads at once; lists and reports under `/v1` of one person',
    zh: '一个进程为同一 App 同时读取的列表、时间线和日志；为同一人员同时读取的 `/v1` 下的列表和报表',
    limit: String(DEFENCES.listsAtOnce),
    beyond: OTHERS_WAIT,
  },
  listsWaiting: {
    en: 'Those of one App or one person that wait for this in a process',
    zh: '一个进程中，同一 App 或同一人员为此等待的读取',
    limit: String(DEFENCES.listsWaiting),
    beyond: {
      en: `${refusal('RATE_LIMITED')}, \`rate_limited\``,
      zh: `${refusal('RATE_LIMITED')}、\`rate_limited\``,
    },
  },
  callsAtOnce: {
    en: 'Calls under `/v1` of one person, by whatever credentials, that a process works on',
    zh: '一个进程正在处理的、同一人员对 `/v1` 的调用，不论用什么凭证',
    limit: String(DEFENCES.callsAtOnce),
    beyond: OTHERS_WAIT,
  },
  callsWaiting: {
    en: 'Calls of one person that wait for this',
    zh: '同一人员为此等待的调用',
    limit: String(DEFENCES.callsWaiting),
    beyond: '`rate_limited`',
  },
};

const CAPACITY_ROWS: LimitRows<typeof CAPACITIES> = {
  connections: {
    en: 'Connections',
    zh: '连接数',
    limit: grouped(CAPACITIES.connections),
    beyond: {
      en: 'the one without a call that has been idle longest is closed, of the address or /48 with most of them (see below)',
      zh: '在空闲连接最多的地址或 /48 网段中，关闭没有调用且空闲最久的一个（见下文）',
    },
  },
  bodyBytes: {
    en: `Bodies over ${EXEMPT} that arrive`,
    zh: `正在到达的超过 ${EXEMPT} 的请求体`,
    limit: together(megabytes(CAPACITIES.bodyBytes)),
    beyond: refusal('UNAVAILABLE'),
  },
  heldOfProxies: {
    en: 'Requests by way of proxies that wait, as above',
    zh: '经由代理到达、因上述原因等待的请求',
    limit: String(CAPACITIES.heldOfProxies),
    beyond: refusal('RATE_LIMITED'),
  },
  lists: {
    en: 'Lists of Apps that filter by more than counters know, or look far behind, timelines, and logs of webhooks',
    zh: 'App 的列表（筛选条件超出计数器的范围，或翻到很靠后）、时间线和 webhook 日志',
    limit: String(CAPACITIES.lists),
    beyond: OTHERS_WAIT,
  },
  companyLists: {
    en: 'Lists and reports under `/v1`',
    zh: '`/v1` 下的列表和报表',
    limit: String(CAPACITIES.companyLists),
    beyond: OTHERS_WAIT,
  },
  companyCalls: {
    en: 'Calls under `/v1`',
    zh: '对 `/v1` 的调用',
    limit: String(CAPACITIES.companyCalls),
    beyond: OTHERS_WAIT,
  },
  passwordsWaiting: {
    en: 'Passwords that wait until another one is compared',
    zh: '等待前一个密码比对完成的密码',
    limit: String(CAPACITIES.passwordsWaiting),
    beyond: '`rate_limited`',
  },
  orderRefreshes: {
    en: 'Orders about which platforms are asked for calls that wait',
    zh: '为等待中的调用向平台查询的订单',
    limit: String(CAPACITIES.orderRefreshes),
    beyond: '`unavailable`',
  },
};

const blocked = (language: Language): string => inLanguage(seconds(DEFENCES.floodBlockMs), language);

interface Part {
  caller: { heading: string; text: string; floods: string };
  process: { heading: string; text: string; places: string };
}

const PARTS: Record<Language, Part> = {
  en: {
    caller: {
      heading: '## What one caller can hold',
      text: 'So that no caller stops the service for others. A client that sends what it needs and reads its answers stays far below.',
      floods:
        'A sender of floods is an App at one address, on connections of one process whose last call its rate limits have admitted; ' +
        'or all others of the address together. A flood of an App closes its connections at this address, and no others; ' +
        `its second one of ${DEFENCES.pipelinedFlood} requests within ${blocked('en')} counts as one of the others. A flood ` +
        'of the others closes the connections of the address that no App uses within its rate limits, those of the App that was ' +
        'admitted last on the connection it came by, and new ones for ' +
        `${blocked('en')}. An address of \`TRUSTED_PROXIES\` sends no floods.`,
    },
    process: {
      heading: '## What one process holds',
      text: 'At the same time, for all callers together.',
      places:
        'A connection is idle while no call is under way on it, unless a rate limit admitted its last one. When none is idle, ' +
        'the new connection is closed. Those of `TRUSTED_PROXIES` are closed for others of theirs alone.',
    },
  },
  zh: {
    caller: {
      heading: '## 单个调用方能占用多少',
      text: '有了这些限制，任何调用方都不能让服务对别人不可用。客户端只要按需发送请求并读取响应，就远远达不到这些限制。',
      floods:
        '洪泛的发送方有两类：某个地址上的某个 App，即一个进程中最近一次调用被该 App 的限流放行的那些连接；或者该地址上的所有其他连接，合起来算一个。' +
        'App 的洪泛只会关闭它在这个地址上的连接，不影响别的连接；' +
        `如果 ${blocked('zh')}内又有一次 ${DEFENCES.pipelinedFlood} 个请求的洪泛，就算作其他连接的洪泛。` +
        '其他连接的洪泛会关闭该地址上没有 App 在其限流之内使用的连接，以及发来洪泛的连接上最近获准的那个 App 的连接；' +
        `此后 ${blocked('zh')}内，新连接也会被关闭。\`TRUSTED_PROXIES\` 中的地址不会被当作洪泛的发送方。`,
    },
    process: {
      heading: '## 单个进程能容纳多少',
      text: '指同一时刻，所有调用方合计。',
      places:
        '没有调用正在进行的连接是空闲的，除非它最近一次调用被限流放行。没有空闲的连接时，关闭的是新连接。' +
        '`TRUSTED_PROXIES` 的连接只会为这些代理自己的新连接而关闭。',
    },
  },
};

/** The tables that this part lists. */
export const HELD_LIMITS = [DEFENCES, CAPACITIES];

/** What one caller can hold, and what a process has for all of them. */
export function heldLimits(language: Language): string[] {
  const { caller, process } = PARTS[language];
  return [
    caller.heading,
    caller.text,
    limitTable(Object.values(DEFENCE_ROWS), language),
    caller.floods,
    process.heading,
    process.text,
    limitTable(Object.values(CAPACITY_ROWS), language),
    process.places,
  ];
}
