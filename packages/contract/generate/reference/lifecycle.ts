import { ERRORS } from '../../src/errors.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/intents/events.ts';
import type { EventRow } from '../../src/intents/event-row.ts';
import { FAILURE_CODES, FAILURES } from '../../src/intents/failures.ts';
import {
  INTENT_ACTIONS,
  INTENT_STATUSES,
  isAllowed,
  LIFECYCLE,
  STATUS_MESSAGES,
  type IntentAction,
  type LifecycleRule,
} from '../../src/intents/lifecycle.ts';
import { code, page, table } from '../markdown.ts';

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

function describeTarget(rule: LifecycleRule): string {
  if (rule.to === null) return 'unchanged';
  return rule.to === 'removed' ? 'the record is deleted' : code(rule.to);
}

function actionRow(action: IntentAction): string[] {
  const rule: LifecycleRule = LIFECYCLE[action];
  const { refusal } = rule;
  return [
    code(action),
    rule.by,
    rule.from.map(code).join(', '),
    describeTarget(rule),
    rule.stamp ? code(rule.stamp) : '-',
    refusal ? `${ERRORS[refusal].code} ${refusal}` : '-',
  ];
}

function eventRow(type: EventType): string[] {
  const { en, to, detail }: EventRow = EVENTS[type];
  return [code(type), en, to ? code(to) : 'unchanged', detail?.holds ?? '-'];
}

/** The page of statuses, moves, ways to fail and events. */
export function lifecyclePage(): string {
  const actions = INTENT_ACTIONS.filter((action) => LIFECYCLE[action].by === 'caller');
  return page(
    'Lifecycle of an intent',
    'Create accepts a purchase at once, or stores it as a draft. After that, only the rules below change its status.',
    diagram(),
    '## Moves',
    'Every move sets `updatedAt` and raises `version`. A move from another status is refused and changes nothing.',
    table(['Move', 'Made by', 'From', 'To', 'Also sets', 'Refused with'], INTENT_ACTIONS.map(actionRow)),
    '## What the caller may do in which status',
    table(
      ['Status', 'Meaning', 'Text', ...actions],
      INTENT_STATUSES.map((status) => [
        code(status),
        STATUS_MESSAGES[status].en,
        STATUS_MESSAGES[status].zh,
        ...actions.map((action) => (isAllowed(action, status) ? 'yes' : '')),
      ]),
    ),
    'What a purchase has cost: `amountPaid` less `refunded`, at least 0, while the intent is `COMPLETED` or its order stands (`orderStatus` is there and not `CANCELLED`), else `cancellationFee`. So a `FAILED` or `CANCELLED` intent can cost something, too: its order may have been cancelled for a fee, or have appeared late and stand. `costOf` of the SDK says it.',
    'A cancellation cannot be undone. While `SUBMITTED` it takes effect at once and is free; while `PROCESSING` the platform decides, and may charge `cancellationFee`. Deleting removes the record alone: an order that the platform has stays there.',
    '## Why a purchase fails',
    '`failureCode` is one of these codes; `failureReason` is the code, a colon and a text. "Repeatable" says whether a new intent with the same content can succeed.',
    table(
      ['failureCode', 'What happened', 'Text', 'Repeatable', 'Who must act'],
      FAILURE_CODES.map((name) => {
        const { en, zh, retryable, actor } = FAILURES[name];
        return [code(name), en, zh, retryable ? 'yes' : 'no', actor];
      }),
    ),
    '## Events of the timeline',
    '`GET /api/v1/intents/{id}/events` lists what has happened to an intent. A later version may add types: ignore those that you do not know.',
    table(['type', 'What happened', 'Status', '`detail`'], EVENT_TYPES.map(eventRow)),
  );
}
