import type { z } from 'zod';
import { contract } from '../../src/contract.ts';
import { HEALTHY_MESSAGE } from '../../src/signed/envelope.ts';
import { ERROR_NAMES, ERRORS, type ErrorName } from '../../src/errors.ts';
import { EXAMPLE_CREATED, EXAMPLE_INTENT_ID as ID, EXAMPLE_PURCHASE } from '../../src/examples.ts';
import { SERVICE_NAME, type Health } from '../../src/health/routes.ts';
import { digitsOf, idOf } from '../../src/ids.ts';
import type {
  CancelledIntent,
  CreateIntentInput,
  IntentEvents,
  IntentPage,
  IntentView,
  UpdateIntentInput,
} from '../../src/intents/schemas.ts';
import type { BatchItemInput } from '../../src/intents/batch-schemas.ts';
import type { BatchResultView, CreatedIntentView } from '../../src/intents/created-schemas.ts';
import type { AppEventView, EventPageView } from '../../src/events/schemas.ts';
import { FAILURES } from '../../src/intents/failures.ts';
import type { SetLabelsInput } from '../../src/intents/labels.ts';
import { STATUS_MESSAGES, type IntentStatus } from '../../src/intents/lifecycle.ts';
import type { OperationId } from '../../src/signed/route-table.ts';
import { type Example, type Examples, ok } from '../example-response.ts';
import { WEBHOOK_EXAMPLES, WEBHOOK_REQUEST_EXAMPLES } from './webhook-examples.ts';

const PURCHASE = {
  ...EXAMPLE_PURCHASE,
  remarks: '工作日送货',
} satisfies CreateIntentInput;

const CREATED_AT = '2026-11-21T08:30:00.000Z';
const MOVED_AT = '2026-11-21T08:30:05.412Z';
const ENDED_AT = '2026-11-21T08:30:07.903Z';
const ARCHIVED_AT = '2026-11-28T02:00:00.000Z';

function intent(status: IntentStatus, rest: Partial<IntentView>): IntentView {
  return {
    id: ID,
    ...PURCHASE,
    totalAmount: 398,
    phone: '138****8000',
    status,
    statusMessage: STATUS_MESSAGES[status].zh,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    version: 1,
    ...rest,
  };
}

const submitted = intent('SUBMITTED', { submittedAt: CREATED_AT });
const completed = intent('COMPLETED', {
  submittedAt: CREATED_AT,
  updatedAt: ENDED_AT,
  completedAt: ENDED_AT,
  orderId: 'A20261121000042',
  orderStatus: 'SHIPPED',
  parcels: [{ trackingNumber: 'SF1234567890123', trackingCompany: '顺丰速运' }],
  amountPaid: 390,
  trackingNumber: 'SF1234567890123',
  trackingCompany: '顺丰速运',
  version: 3,
});
const failed = intent('FAILED', {
  submittedAt: CREATED_AT,
  updatedAt: ENDED_AT,
  failureReason: `OUT_OF_STOCK: ${FAILURES.OUT_OF_STOCK.zh}`,
  failureCode: 'OUT_OF_STOCK',
  version: 3,
});

const LABELS = { batch: '2026-11', 'cost-center': 'it' };

const created = EXAMPLE_CREATED satisfies CreatedIntentView;

const page = {
  items: [
    {
      ...created,
      title: PURCHASE.title,
      price: PURCHASE.price,
      quantity: PURCHASE.quantity,
      totalAmount: submitted.totalAmount,
    },
  ],
  total: 1,
  page: 1,
  pageSize: 20,
  totalPages: 1,
  nextCursor: null,
} satisfies z.infer<typeof IntentPage>;
const emptyPage = {
  items: [],
  total: 0,
  page: 1,
  pageSize: 20,
  totalPages: 0,
  nextCursor: null,
} satisfies z.infer<typeof IntentPage>;

const cancelled = {
  id: ID,
  status: 'CANCELLED',
  updatedAt: MOVED_AT,
  cancelledAt: MOVED_AT,
} satisfies z.infer<typeof CancelledIntent>;

const timeline = {
  items: [
    { type: 'intent.submitted', at: CREATED_AT, to: 'SUBMITTED' },
    { type: 'intent.processing', at: MOVED_AT, from: 'SUBMITTED', to: 'PROCESSING' },
    { type: 'intent.completed', at: ENDED_AT, from: 'PROCESSING', to: 'COMPLETED' },
  ],
} satisfies z.infer<typeof IntentEvents>;

const health = {
  status: 'healthy',
  timestamp: CREATED_AT,
  service: SERVICE_NAME,
  uptime: 86400.5,
} satisfies z.infer<typeof Health>;

/** Example request bodies, for each operation that takes a body. */
export const REQUEST_EXAMPLES: Partial<Record<OperationId, Examples>> = {
  createIntent: {
    purchase: { summary: 'Buy two pieces', value: PURCHASE },
    draft: { summary: 'Keep it as a draft', value: { ...PURCHASE, draft: true } satisfies CreateIntentInput },
  },
  createIntents: {
    one: {
      summary: 'One purchase',
      value: { items: [{ ...PURCHASE, idempotencyKey: 'order-2026-000042' }] satisfies BatchItemInput[] },
    },
    two: {
      summary: 'Two purchases',
      value: {
        items: [
          { ...PURCHASE, idempotencyKey: 'order-2026-000042' },
          { ...PURCHASE, userId: 'user_1002', quantity: 1, idempotencyKey: 'order-2026-000043' },
        ] satisfies BatchItemInput[],
      },
    },
  },
  updateIntent: {
    quantity: { summary: 'Change the quantity alone', value: { quantity: 3 } satisfies UpdateIntentInput },
    delivery: {
      summary: 'Send it elsewhere',
      value: {
        recipientName: '李四',
        address: '上海市浦东新区世纪大道 100 号',
        phone: '13900139000',
      } satisfies UpdateIntentInput,
    },
  },
  setIntentLabels: {
    labels: { summary: 'Name the batch and who pays', value: { labels: LABELS } satisfies SetLabelsInput },
    none: { summary: 'Remove all', value: { labels: {} } satisfies SetLabelsInput },
  },
  ...WEBHOOK_REQUEST_EXAMPLES,
};

const eventOf = (
  sequence: number,
  event: Pick<AppEventView, 'type' | 'timestamp' | 'data'>,
): AppEventView => ({
  id: idOf('event', digitsOf('intent', ID).slice(0, -6) + sequence),
  sequence,
  ...event,
});
const feed = {
  items: [
    eventOf(104217, {
      type: 'intent.processing',
      timestamp: MOVED_AT,
      data: { intentId: ID, from: 'SUBMITTED', to: 'PROCESSING', status: 'PROCESSING', version: 2 },
    }),
    eventOf(104218, {
      type: 'intent.completed',
      timestamp: ENDED_AT,
      data: {
        intentId: ID,
        from: 'PROCESSING',
        to: 'COMPLETED',
        status: 'COMPLETED',
        version: 3,
        detail: 'A20261121000042',
      },
    }),
  ],
  nextCursor: '104218',
  hasMore: false,
} satisfies EventPageView;
const noEvents = { items: [], nextCursor: '104218', hasMore: false } satisfies EventPageView;

/** Example responses of a success, for each operation. */
export const SUCCESS_EXAMPLES: Record<OperationId, Examples> = {
  getHealth: { healthy: ok('The service can serve', health, HEALTHY_MESSAGE) },
  createIntent: {
    submitted: ok('Accepted', created),
    draft: ok('Kept as a draft', { ...created, status: 'DRAFT' }),
  },
  createIntents: {
    all: ok('All accepted', {
      items: [
        { index: 0, status: 'created', intent: created },
        { index: 1, status: 'replayed', intent: { ...created, userId: 'user_1002' } },
      ],
      created: 1,
      replayed: 1,
      failed: 0,
    } satisfies BatchResultView),
  },
  listIntents: { page: ok('One intent matches', page), empty: ok('Nothing matches', emptyPage) },
  exportIntents: {
    whole: {
      summary: 'A whole export of one intent',
      value: `${JSON.stringify({ id: ID, status: 'SUBMITTED', createdAt: CREATED_AT })}\n{"end":{"count":1}}\n`,
    },
  },
  getIntent: {
    submitted: ok('Waiting to be processed', submitted),
    completed: ok('Bought and on its way', completed),
    failed: ok('Not bought', failed),
  },
  updateIntent: {
    updated: ok('The quantity is 3 now', {
      ...submitted,
      quantity: 3,
      totalAmount: 597,
      updatedAt: MOVED_AT,
      version: 2,
    } satisfies IntentView),
  },
  setIntentLabels: {
    labels: ok('Found by its labels now', { ...completed, labels: LABELS } satisfies IntentView),
    none: ok('Without labels', completed),
  },
  cancelIntent: {
    free: ok('Before the order was placed', cancelled),
    charged: ok('The platform charged a fee', { ...cancelled, cancellationFee: 5 }),
  },
  submitIntent: {
    submitted: ok('Accepted', { ...submitted, submittedAt: MOVED_AT, updatedAt: MOVED_AT, version: 2 }),
  },
  deleteIntent: { deleted: ok('Removed', null) },
  archiveIntent: {
    archived: ok('Off the list', { ...failed, archivedAt: ARCHIVED_AT, version: 4 } satisfies IntentView),
  },
  unarchiveIntent: { listed: ok('On the list again', { ...failed, version: 5 } satisfies IntentView) },
  listIntentEvents: { completed: ok('From acceptance to the order', timeline) },
  listEvents: { page: ok('Two events', feed), none: ok('Nothing new', noEvents) },
  ...WEBHOOK_EXAMPLES,
};

const DECLARED = new Set<ErrorName>(Object.values(contract).flatMap(({ metadata }) => metadata.errors));

/** An example response for each error that an operation can return. */
export const ERROR_EXAMPLES = Object.fromEntries(
  ERROR_NAMES.filter((name) => DECLARED.has(name)).map((name) => {
    const { code, zh, en, example } = ERRORS[name];
    return [name, { summary: `${code} ${en}`, value: { code, message: zh, data: example } }];
  }),
) as Partial<Record<ErrorName, Example>>;
