import type { IntentAction, IntentStatus } from './lifecycle.ts';

/** What an event can say beside its type. */
export interface EventDetail {
  /** What it holds. */
  holds: string;
  /** It may quote a person's data: it stays in the timeline until they are removed, and leaves the service nowhere else. */
  isPersonal: boolean;
}

/** A type of event: of an intent, of its order, or of a webhook endpoint. */
export interface EventRow {
  /** Who makes it happen. */
  source: 'caller' | 'service' | 'platform' | 'operator';
  /** What happened. */
  zh: string;
  en: string;
  /** The actions that it reports: of `LIFECYCLE`, or `create`. */
  actions: readonly (IntentAction | 'create')[];
  /** The status that it moves the intent to; `null`: the status stays. */
  to: IntentStatus | null;
  /** `null`: the event has no `detail`. */
  detail: EventDetail | null;
  /**
   * `timeline`: in the timeline of the intent alone; `feed`: also in the feed of the App, and in webhooks; `endpoint`: sent
   * to one endpoint alone.
   */
  reach: 'timeline' | 'feed' | 'endpoint';
  /** Endpoints and replays that take all types do not take this one: they have to name it. */
  isNamedOnly?: true;
}

const says = (holds: string) => ({ holds, isPersonal: false }) as const;

/** The types of all events, by what they are about. */
export const EVENTS = {
  'intent.drafted': {
    source: 'caller',
    zh: '意图已创建为草稿',
    en: 'The intent was created as a draft',
    actions: ['create'],
    to: 'DRAFT',
    detail: null,
    reach: 'feed',
  },
  'intent.submitted': {
    source: 'caller',
    zh: '意图已提交采购，创建时或之后提交',
    en: 'The intent was submitted for purchase, by its create or later',
    actions: ['create', 'submit'],
    to: 'SUBMITTED',
    detail: null,
    reach: 'feed',
  },
  'intent.updated': {
    source: 'caller',
    zh: '调用方修改了字段；多次修改时只报告其中一部分',
    en: 'The caller changed fields; of many changes only some are reported',
    actions: ['update'],
    to: null,
    detail: says('the names of the fields that were sent, separated by commas'),
    reach: 'feed',
  },
  'intent.processing': {
    source: 'service',
    zh: '开始采购',
    en: 'The purchase began',
    actions: ['start'],
    to: 'PROCESSING',
    detail: null,
    reach: 'feed',
  },
  'intent.attempt_failed': {
    source: 'service',
    zh: '一次尝试没有结果，将会重试；多次尝试时只报告其中一部分',
    en: 'An attempt brought no result and is repeated; of many attempts only some are reported',
    actions: [],
    to: null,
    detail: says('the step and the reason'),
    reach: 'timeline',
  },
  'intent.completed': {
    source: 'platform',
    zh: '平台已确认订单',
    en: 'The platform confirmed the order',
    actions: ['complete'],
    to: 'COMPLETED',
    detail: says('the order id'),
    reach: 'feed',
  },
  'intent.failed': {
    source: 'service',
    zh: '采购失败',
    en: 'The purchase failed',
    actions: ['fail'],
    to: 'FAILED',
    detail: says('the `failureCode`'),
    reach: 'feed',
  },
  'intent.cancel_requested': {
    source: 'caller',
    zh: '调用方请求取消，由平台决定',
    en: 'The caller asked for a cancellation; the platform decides',
    actions: [],
    to: null,
    detail: null,
    reach: 'feed',
  },
  'intent.cancel_refused': {
    source: 'platform',
    zh: '平台拒绝取消',
    en: 'The platform refused the cancellation',
    actions: [],
    to: null,
    detail: {
      holds: 'the reason of the platform; `***` once personal data is removed. Events in the feed have none',
      isPersonal: true,
    },
    reach: 'feed',
  },
  'intent.cancelled': {
    source: 'caller',
    zh: '意图已取消',
    en: 'The intent was cancelled',
    actions: ['cancel'],
    to: 'CANCELLED',
    detail: null,
    reach: 'feed',
  },
  'intent.deleted': {
    source: 'caller',
    zh: '意图已删除',
    en: 'The intent was deleted',
    actions: ['delete'],
    to: null,
    detail: null,
    reach: 'feed',
  },
  'intent.archived': {
    source: 'caller',
    zh: '意图已归档，由调用方或按 App 的归档天数自动完成',
    en: 'The intent was archived, by the caller or by the archive days of the App',
    actions: ['archive'],
    to: null,
    detail: says('the word `automatic` when the archive days of the App did it'),
    reach: 'feed',
    isNamedOnly: true,
  },
  'intent.unarchived': {
    source: 'caller',
    zh: '意图已移出归档',
    en: 'The intent was taken out of the archive',
    actions: ['unarchive'],
    to: null,
    detail: null,
    reach: 'feed',
    isNamedOnly: true,
  },
  'intent.recovered': {
    source: 'operator',
    zh: '平台上有恢复后的数据库不知道的订单；草稿重新变为 SUBMITTED，其他状态不变',
    en: 'The platform has an order that the restored database did not know; a draft is SUBMITTED again, another status stays',
    actions: [],
    to: 'SUBMITTED',
    detail: says('the merchant order number'),
    reach: 'feed',
  },
  'intent.redacted': {
    source: 'service',
    zh: '意图中的个人信息已删除',
    en: 'Personal data was removed from the intent',
    actions: [],
    to: null,
    detail: null,
    reach: 'feed',
  },
  'order.accepted': {
    source: 'platform',
    zh: '平台已接受订单，尚未确认',
    en: 'The platform took the order and has yet to confirm it',
    actions: [],
    to: null,
    detail: says('the order id'),
    reach: 'feed',
  },
  'order.overcharged': {
    source: 'platform',
    zh: '平台收取的金额高于 `totalAmount`，或高于之前的金额',
    en: 'The platform charges more than `totalAmount`, or more than it did before',
    actions: [],
    to: null,
    detail: says('the amount paid and the amount agreed, in yuan'),
    reach: 'feed',
  },
  'order.amount_changed': {
    source: 'platform',
    zh: '平台把金额改为不超过 `totalAmount` 的数值，或降低了金额',
    en: 'The platform changed the amount to one within `totalAmount`, or lowered it',
    actions: [],
    to: null,
    detail: says('the new amount in yuan'),
    reach: 'feed',
  },
  'order.shipped': {
    source: 'platform',
    zh: '订单已发货，或增加了一个包裹',
    en: 'The order was shipped, or got another parcel',
    actions: [],
    to: null,
    detail: says('all tracking numbers so far, separated by commas'),
    reach: 'feed',
  },
  'order.delivered': {
    source: 'platform',
    zh: '订单已送达',
    en: 'The order was delivered',
    actions: [],
    to: null,
    detail: null,
    reach: 'feed',
  },
  'order.refunded': {
    source: 'platform',
    zh: '平台退回了一笔金额，见 `refunded`',
    en: 'The platform paid back an amount: see `refunded`',
    actions: [],
    to: null,
    detail: null,
    reach: 'feed',
  },
  'order.cancelled_by_shop': {
    source: 'platform',
    zh: '店铺取消了 COMPLETED 意图的订单',
    en: 'The shop cancelled the order of a COMPLETED intent',
    actions: [],
    to: null,
    detail: says('the reason, if the platform gave one'),
    reach: 'feed',
  },
  'order.late_cancelled': {
    source: 'platform',
    zh: '意图结束后，为本服务取消了订单：订单在意图没有订单而结束后才出现，或意图 COMPLETED 之前发出的取消后来才执行；取消费用得知较晚时再次报告',
    en: 'An order was cancelled for the service after the intent had ended: it turned up late, or a cancellation from before COMPLETED was carried out late. Reported again when the fee becomes known later',
    actions: [],
    to: null,
    detail: says('the order id'),
    reach: 'feed',
  },
  'order.content_differs': {
    source: 'platform',
    zh: '订单的商品、数量或收件人与意图不同，或平台没有比较，且平台不收回它：意图以它 COMPLETED',
    en: 'The order has another product, quantity or recipient than the intent, or the platform has not compared it, and it is not taken back: the intent is COMPLETED with it',
    actions: [],
    to: null,
    detail: says('the reason for the doubt about its content'),
    reach: 'feed',
  },
  'order.late_stands': {
    source: 'platform',
    zh: '意图在没有订单的情况下结束后出现了订单，且无法取消',
    en: 'An order turned up after the intent had ended without one, and could not be cancelled',
    actions: [],
    to: null,
    detail: says('the order id'),
    reach: 'feed',
  },
  'order.found_without_effect': {
    source: 'platform',
    zh: '意图在没有订单的情况下结束后出现了订单，但店铺自己已拒绝或取消它',
    en: 'An order turned up after the intent had ended without one; the shop itself had rejected or cancelled it',
    actions: [],
    to: null,
    detail: says('the order id'),
    reach: 'feed',
  },
  'webhook.failing': {
    source: 'service',
    zh: 'Webhook 端点已有 24 小时没有成功接收任何投递',
    en: 'A webhook endpoint has taken no delivery for 24 hours',
    actions: [],
    to: null,
    detail: says('the time of the first failure since its last success'),
    reach: 'feed',
  },
  'webhook.disabled': {
    source: 'service',
    zh: 'Webhook 端点已被停用',
    en: 'A webhook endpoint was disabled',
    actions: [],
    to: null,
    detail: says('the `disabledReason`'),
    reach: 'feed',
  },
  'webhook.test': {
    source: 'caller',
    zh: '调用方测试了 Webhook 端点',
    en: 'The caller tested a webhook endpoint',
    actions: [],
    to: null,
    detail: null,
    reach: 'endpoint',
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
