import { SEARCHED_FIELDS } from '../../src/intents/list-query.ts';
import { LIMITS } from '../../src/limits.ts';
import {
  chars,
  CONNECTION_CLOSED,
  inSeconds,
  kilobytes,
  type LimitRows,
  megabytes,
  minutes,
  NOTHING,
  OTHERS_WAIT,
  refusal,
  seconds,
  type Text,
} from './limit-row.ts';
import { code, grouped } from '../markdown.ts';

const LOWERED: Text = { en: 'lowered to it', zh: '按此上限返回' };
const EXPORT_CUT: Text = { en: 'the export is cut', zh: '导出被中断' };
const SEARCHED = SEARCHED_FIELDS.map(code);

/** The limits of every call. */
export const CALL_ROWS: LimitRows<typeof LIMITS> = {
  bodyBytes: {
    en: 'Request body',
    zh: '请求体',
    limit: megabytes(LIMITS.bodyBytes),
    beyond: refusal('BODY_TOO_LARGE'),
  },
  bodyValues: {
    en: 'Values in a body of JSON',
    zh: 'JSON 请求体中值的个数',
    limit: grouped(LIMITS.bodyValues),
    beyond: refusal('VALIDATION_FAILED'),
  },
  formBytes: {
    en: 'Form',
    zh: '表单',
    limit: kilobytes(LIMITS.formBytes),
    beyond: refusal('BODY_TOO_LARGE'),
  },
  headerBytes: {
    en: 'Request line and headers',
    zh: '请求行与请求头',
    limit: kilobytes(LIMITS.headerBytes),
    beyond: {
      en: `${refusal('URL_TOO_LONG')} or ${refusal('REQUEST_MALFORMED')}`,
      zh: `${refusal('URL_TOO_LONG')} 或 ${refusal('REQUEST_MALFORMED')}`,
    },
  },
  headersMs: {
    en: 'Time for sending the headers',
    zh: '发送请求头的时间',
    limit: seconds(LIMITS.headersMs),
    beyond: refusal('UNAVAILABLE'),
  },
  idleMs: {
    en: 'Time without traffic on a connection, during a request',
    zh: '请求进行期间，连接上没有数据的时间',
    limit: seconds(LIMITS.idleMs),
    beyond: CONNECTION_CLOSED,
  },
  keepAliveMs: {
    en: 'The same, between two requests',
    zh: '两个请求之间，连接上没有数据的时间',
    limit: seconds(LIMITS.keepAliveMs),
    beyond: CONNECTION_CLOSED,
  },
  reportedFields: {
    en: 'Wrong fields that one answer names',
    zh: '一个响应列出的无效字段数',
    limit: String(LIMITS.reportedFields),
    beyond: { en: 'the others are left out', zh: '其余的不列出' },
  },
  formFields: {
    en: 'Fields of a form',
    zh: '表单的字段数',
    limit: String(LIMITS.formFields),
    beyond: refusal('VALIDATION_FAILED'),
  },
  urlChars: {
    en: 'Path and query',
    zh: '路径与查询串',
    limit: chars(LIMITS.urlChars),
    beyond: refusal('URL_TOO_LONG'),
  },
  processingMs: {
    en: 'Time for one call',
    zh: '一次调用的处理时间',
    limit: seconds(LIMITS.processingMs),
    beyond: refusal('UNAVAILABLE'),
  },
  timestampSkewMs: {
    en: "`X-Timestamp` against the service's clock",
    zh: '`X-Timestamp` 与服务时钟之差',
    limit: {
      en: `${LIMITS.timestampSkewMs / 60_000} minutes either way`,
      zh: `前后各 ${LIMITS.timestampSkewMs / 60_000} 分钟`,
    },
    beyond: refusal('TIMESTAMP_INVALID'),
  },
  pageSizeDefault: {
    en: 'Items a page, unless asked otherwise',
    zh: '每页条数，未指定时',
    limit: String(LIMITS.pageSizeDefault),
    beyond: NOTHING,
  },
  pageSizeMax: {
    en: 'Items a page, at most',
    zh: '每页条数，最多',
    limit: String(LIMITS.pageSizeMax),
    beyond: LOWERED,
  },
  cancelWaitMs: {
    en: "Wait for the platform's answer to a cancellation",
    zh: '等待平台答复取消请求的时间',
    limit: seconds(LIMITS.cancelWaitMs),
    beyond: refusal('CANCEL_UNDECIDED'),
  },
  idempotencyKeyChars: {
    en: '`Idempotency-Key`',
    zh: '幂等键（`Idempotency-Key`）',
    limit: {
      en: `1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters`,
      zh: `1 到 ${LIMITS.idempotencyKeyChars} 个可见 ASCII 字符`,
    },
    beyond: refusal('VALIDATION_FAILED'),
  },
  requestIdChars: {
    en: '`X-Request-Id` of the caller',
    zh: '调用方的 `X-Request-Id`',
    limit: {
      en: `1 to ${LIMITS.requestIdChars} letters, digits, \`.\`, \`_\`, \`:\`, \`-\``,
      zh: `1 到 ${LIMITS.requestIdChars} 个字母、数字、\`.\`、\`_\`、\`:\`、\`-\``,
    },
    beyond: { en: 'replaced by a new one', zh: '由服务换成新的' },
  },
  productUrlChars: {
    en: '`productUrl`',
    zh: '`productUrl`（商品地址）',
    limit: chars(LIMITS.productUrlChars),
    beyond: refusal('VALIDATION_FAILED'),
  },
  listMs: {
    en: 'Time for reading one list, or for counting it',
    zh: '读取一个列表或统计其条数的时间',
    limit: seconds(LIMITS.listMs),
    beyond: refusal('LIST_TOO_COSTLY'),
  },
  listSearchMs: {
    en: `Time for reading one list, or for counting it, filtered by ${SEARCHED.join(', ')}`,
    zh: `按 ${SEARCHED.join('、')} 筛选时，读取一个列表或统计其条数的时间`,
    limit: {
      en: `${LIMITS.listSearchMs / 1000} s, pauses for others included`,
      zh: `${LIMITS.listSearchMs / 1000} 秒，包括让其他查询先行的停顿`,
    },
    beyond: refusal('LIST_TOO_COSTLY'),
  },
  archiveAfterDays: {
    en: 'Days from the end of an intent until its App has it archived',
    zh: '意图结束后到自动归档的天数，由 App 设定',
    limit: grouped(LIMITS.archiveAfterDays),
    beyond: refusal('VALIDATION_FAILED'),
  },
  eventsShown: {
    en: 'Events of one timeline',
    zh: '一条时间线的事件数',
    limit: grouped(LIMITS.eventsShown),
    beyond: { en: 'the newest are shown', zh: '只显示最新的' },
  },
  feedPageDefault: {
    en: 'Events a page of the feed, unless asked otherwise',
    zh: '事件流每页的事件数，未指定时',
    limit: String(LIMITS.feedPageDefault),
    beyond: NOTHING,
  },
  feedPageMax: {
    en: 'Events a page of the feed, at most',
    zh: '事件流每页的事件数，最多',
    limit: String(LIMITS.feedPageMax),
    beyond: LOWERED,
  },
  feedLookedThrough: {
    en: 'Events that are looked through for one page of the feed',
    zh: '为事件流的一页所检查的事件数',
    limit: grouped(LIMITS.feedLookedThrough),
    beyond: { en: 'the page ends there', zh: '该页到此为止' },
  },
  feedTypes: {
    en: 'Types that a call of the feed names',
    zh: '一次读取事件流时指定的类型数',
    limit: String(LIMITS.feedTypes),
    beyond: refusal('VALIDATION_FAILED'),
  },
  feedWaitSeconds: {
    en: 'Time that a call of the feed waits for an event',
    zh: '一次读取事件流时等待事件的时间',
    limit: inSeconds(LIMITS.feedWaitSeconds),
    beyond: refusal('VALIDATION_FAILED'),
  },
  batchItems: {
    en: 'Intents of one batch',
    zh: '一次批量创建的意图数',
    limit: { en: `1 to ${LIMITS.batchItems}`, zh: `1 到 ${LIMITS.batchItems}` },
    beyond: refusal('VALIDATION_FAILED'),
  },
  batchPagesAtOnce: {
    en: 'Product pages that one batch reads at once',
    zh: '一次批量创建同时读取的商品页面数',
    limit: String(LIMITS.batchPagesAtOnce),
    beyond: OTHERS_WAIT,
  },
  batchPagesMs: {
    en: 'Time for all product pages of one batch',
    zh: '一次批量创建读取全部商品页面的时间',
    limit: seconds(LIMITS.batchPagesMs),
    beyond: {
      en: 'their intents are accepted, and their pages checked before they are ordered',
      zh: '来不及读取页面的意图照样受理，下单前再检查页面',
    },
  },
  exportPage: {
    en: 'Intents that an export reads at once',
    zh: '导出时一次读取的意图数',
    limit: String(LIMITS.exportPage),
    beyond: NOTHING,
  },
  exportIdleMs: {
    en: 'Time in which the receiver of an export takes nothing',
    zh: '导出的接收方没有读取数据的时间',
    limit: seconds(LIMITS.exportIdleMs),
    beyond: EXPORT_CUT,
  },
  exportMs: {
    en: 'Time for one export',
    zh: '一次导出的时间',
    limit: minutes(LIMITS.exportMs / 60_000),
    beyond: EXPORT_CUT,
  },
  filterValues: {
    en: 'Values of one `in` filter',
    zh: '一个 `in` 筛选条件的值的个数',
    limit: String(LIMITS.filterValues),
    beyond: refusal('VALIDATION_FAILED'),
  },
  labelsPerIntent: {
    en: 'Labels of an intent',
    zh: '一个意图的标签数',
    limit: String(LIMITS.labelsPerIntent),
    beyond: refusal('VALIDATION_FAILED'),
  },
  labelKeyChars: {
    en: 'Key of a label',
    zh: '标签名',
    limit: {
      en: `${LIMITS.labelKeyChars} characters, the first a lower-case letter, the others lower-case letters, digits, \`_\`, \`.\`, \`-\``,
      zh: `${LIMITS.labelKeyChars} 个字符，以小写字母开头，其后为小写字母、数字、\`_\`、\`.\`、\`-\``,
    },
    beyond: refusal('VALIDATION_FAILED'),
  },
  labelFilters: {
    en: 'Filters by labels in one list',
    zh: '一个列表中按标签筛选的条件数',
    limit: String(LIMITS.labelFilters),
    beyond: refusal('VALIDATION_FAILED'),
  },
};
