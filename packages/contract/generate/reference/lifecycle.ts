import { ERRORS } from '../../src/errors.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/intents/events.ts';
import type { EventRow } from '../../src/intents/event-row.ts';
import { FAILURE_CODES, FAILURES, type FailureCode, type FailureRow } from '../../src/intents/failures.ts';
import {
  INTENT_ACTIONS,
  INTENT_STATUSES,
  isAllowed,
  LIFECYCLE,
  STATUS_MESSAGES,
  type IntentAction,
  type IntentStatus,
  type LifecycleRule,
} from '../../src/intents/lifecycle.ts';
import type { Language } from '../../src/field-issues.ts';
import { code, linkToOther, page, table } from '../markdown.ts';

const ENTRY = ['  [*] --> SUBMITTED: create', '  [*] --> DRAFT: create a draft'];

function arrows(action: IntentAction): string[] {
  const rule: LifecycleRule = LIFECYCLE[action];
  const label = rule.by === 'system' ? `${action} (system)` : action;
  return rule.from.map(
    (from) => `  ${from} --> ${rule.to === 'removed' ? '[*]' : (rule.to ?? from)}: ${label}`,
  );
}

const diagram = (): string =>
  ['```mermaid', 'stateDiagram-v2', ...ENTRY, ...INTENT_ACTIONS.flatMap(arrows), '```'].join('\n');

interface PageText {
  title: string;
  introduction: string;
  unchanged: string;
  removed: string;
  by: Record<LifecycleRule['by'], string>;
  yes: string;
  no: string;
  actor: Record<FailureRow['actor'], string>;
  moves: { heading: string; text: string; columns: readonly string[] };
  statuses: { heading: string; columns: readonly string[]; cost: string; end: string };
  failures: { heading: string; text: string; columns: readonly string[] };
  events: { heading: string; text: string; columns: readonly string[] };
}

const TEXTS: Record<Language, PageText> = {
  en: {
    title: 'Lifecycle of an intent',
    introduction:
      'Create accepts a purchase at once, or stores it as a draft. After that, only the rules below change its status.',
    unchanged: 'unchanged',
    removed: 'the record is deleted',
    by: { caller: 'caller', system: 'system' },
    yes: 'yes',
    no: 'no',
    actor: { caller: 'caller', platform: 'platform', operator: 'operator' },
    moves: {
      heading: '## Moves',
      text: 'Every move sets `updatedAt` and raises `version`. A move from another status is refused and changes nothing.',
      columns: ['Move', 'Made by', 'From', 'To', 'Also sets', 'Refused with'],
    },
    statuses: {
      heading: '## What the caller may do in which status',
      columns: ['Status', 'Meaning', 'Text'],
      cost: 'What a purchase has cost: `amountPaid` less `refunded`, at least 0, while the intent is `COMPLETED` or its order stands (`orderStatus` is there and not `CANCELLED`), else `cancellationFee`. So a `FAILED` or `CANCELLED` intent can cost something, too: its order may have been cancelled for a fee, or have appeared late and stand. `costOf` of the SDK says it.',
      end: 'A cancellation cannot be undone. While `SUBMITTED` it takes effect at once and is free; while `PROCESSING` the platform decides, and may charge `cancellationFee`. Deleting removes the record alone: an order that the platform has stays there.',
    },
    failures: {
      heading: '## Why a purchase fails',
      text: '`failureCode` is one of these codes; `failureReason` is the code, a colon and a text. "Repeatable" says whether a new intent with the same content can succeed.',
      columns: ['failureCode', 'What happened', 'Text', 'Repeatable', 'Who must act'],
    },
    events: {
      heading: '## Events of the timeline',
      text: '`GET /api/v1/intents/{id}/events` lists what has happened to an intent. A later version may add types: ignore those that you do not know.',
      columns: ['type', 'What happened', 'Status', '`detail`'],
    },
  },
  zh: {
    title: '意图的生命周期',
    introduction: '创建请求立即受理一笔采购，或把它存为草稿。此后只有下列规则会改变它的状态。',
    unchanged: '不变',
    removed: '记录被删除',
    by: { caller: '调用方', system: '系统' },
    yes: '是',
    no: '否',
    actor: { caller: '调用方', platform: '平台', operator: '运维人员' },
    moves: {
      heading: '## 状态变更',
      text: '每次变更都会设置 `updatedAt`，并使 `version` 加 1。从其他状态发起的变更会被拒绝，不产生任何影响。',
      columns: ['变更', '发起方', '起始状态', '目标状态', '同时设置', '拒绝时的错误'],
    },
    statuses: {
      heading: '## 调用方在各状态下能做什么',
      columns: ['状态', '含义', '英文'],
      cost: '一笔采购花了多少钱：意图为 `COMPLETED`，或其订单仍然有效（有 `orderStatus` 且不是 `CANCELLED`）时，是 `amountPaid` 减去 `refunded`，不小于 0；否则是 `cancellationFee`。所以 `FAILED` 或 `CANCELLED` 的意图也可能有费用：订单可能付费取消，也可能迟到而仍然有效。SDK 的 `costOf` 会给出这个数。',
      end: '取消无法撤回。`SUBMITTED` 时取消立即生效且免费；`PROCESSING` 时由平台决定，平台可能收取 `cancellationFee`。删除只删除记录：平台上已有的订单保留不变。',
    },
    failures: {
      heading: '## 采购失败的原因',
      text: '`failureCode` 是下列代码之一；`failureReason` 由代码、冒号和说明组成。“可重试”表示内容相同的新意图有可能成功。',
      columns: ['failureCode', '发生了什么', '英文', '可重试', '由谁处理'],
    },
    events: {
      heading: '## 时间线上的事件',
      text: '`GET /api/v1/intents/{id}/events` 列出意图发生过的事。以后的版本可能增加类型：忽略不认识的类型。',
      columns: ['type', '发生了什么', '状态', '`detail`'],
    },
  },
};

const other = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

function describeTarget({ to }: LifecycleRule, { unchanged, removed }: PageText): string {
  if (to === null) return unchanged;
  return to === 'removed' ? removed : code(to);
}

function actionRow(action: IntentAction, text: PageText): string[] {
  const rule: LifecycleRule = LIFECYCLE[action];
  const { refusal } = rule;
  return [
    code(action),
    text.by[rule.by],
    rule.from.map(code).join(', '),
    describeTarget(rule, text),
    rule.stamp ? code(rule.stamp) : '-',
    refusal ? `${ERRORS[refusal].code} ${refusal}` : '-',
  ];
}

function failureRow(name: FailureCode, language: Language): string[] {
  const { yes, no, actor } = TEXTS[language];
  const row: FailureRow = FAILURES[name];
  return [code(name), row[language], row[other(language)], row.retryable ? yes : no, actor[row.actor]];
}

function eventRow(type: EventType, language: Language): string[] {
  const { to, detail, [language]: what }: EventRow = EVENTS[type];
  const holds = language === 'en' ? detail?.holds : detail?.holdsZh;
  return [code(type), what, to ? code(to) : TEXTS[language].unchanged, holds ?? '-'];
}

/** The page of statuses, moves, ways to fail and events. */
export function lifecyclePage(language: Language = 'en'): string {
  const text = TEXTS[language];
  const { moves, statuses, failures, events } = text;
  const actions = INTENT_ACTIONS.filter((action) => LIFECYCLE[action].by === 'caller');
  const statusRow = (status: IntentStatus): string[] => [
    code(status),
    STATUS_MESSAGES[status][language],
    STATUS_MESSAGES[status][other(language)],
    ...actions.map((action) => (isAllowed(action, status) ? text.yes : '')),
  ];
  return page(
    text.title,
    linkToOther('lifecycle.md', language),
    text.introduction,
    diagram(),
    moves.heading,
    moves.text,
    table(
      moves.columns,
      INTENT_ACTIONS.map((action) => actionRow(action, text)),
    ),
    statuses.heading,
    table([...statuses.columns, ...actions], INTENT_STATUSES.map(statusRow)),
    statuses.cost,
    statuses.end,
    failures.heading,
    failures.text,
    table(
      failures.columns,
      FAILURE_CODES.map((name) => failureRow(name, language)),
    ),
    events.heading,
    events.text,
    table(
      events.columns,
      EVENT_TYPES.map((type) => eventRow(type, language)),
    ),
  );
}
