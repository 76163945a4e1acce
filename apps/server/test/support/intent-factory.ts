import { EXAMPLE_PURCHASE, type IntentStatus, type OperationId } from '@procurement-intents/contract';
import type { TestService } from './test-service.ts';

let counter = 0;

/** A valid create body for an item of the sandbox; its product page has an address of its own. */
export function intentBody(
  service: { sandboxUrl: string },
  item = 'ordinary',
  changes: Record<string, unknown> = {},
) {
  counter += 1;
  return {
    ...EXAMPLE_PURCHASE,
    productUrl: `${service.sandboxUrl}/a/items/${item}?n=${process.pid}-${counter}`,
    ...changes,
  };
}

/** A valid body of an operation on intents. */
export function intentsBody(operation: OperationId, service: { sandboxUrl: string }): object {
  if (operation === 'createIntents') return { items: [intentBody(service)] };
  if (operation === 'setIntentLabels') return { labels: { batch: '2026-11' } };
  return operation === 'createIntent' ? intentBody(service) : { remarks: '放在门口' };
}

/** Creates an intent and puts it into `status` as the lifecycle would leave it. */
export async function intentIn(service: TestService, status: IntentStatus): Promise<string> {
  const created = await service.call('POST', '/api/v1/intents', {
    body: intentBody(service, 'ordinary', { draft: true }),
  });
  const id = created.body.data.id as string;
  const at = service.context.clock.now();
  const stamps: Record<IntentStatus, object> = {
    DRAFT: {},
    SUBMITTED: { submittedAt: at },
    PROCESSING: { submittedAt: at, processingAt: at, merchantOrderNo: id.slice(4) },
    COMPLETED: { submittedAt: at, completedAt: at, orderId: 'A1', amountPaidFen: 39800n },
    FAILED: { submittedAt: at, failureCode: 'OUT_OF_STOCK' },
    CANCELLED: { submittedAt: at, cancelledAt: at },
  };
  await service.database.intent.update({ where: { id }, data: { status, ...stamps[status] } });
  return id;
}

/** A PROCESSING intent whose order of `item` stands at the platform. */
export async function orderedIntent(
  service: TestService,
  item: string,
): Promise<{ id: string; orderId: string }> {
  const id = await intentIn(service, 'PROCESSING');
  const { recipientName: name, address, phone, ...body } = intentBody(service, item);
  const placed = await service.context.platforms.get('PLATFORM_A')?.placeOrder(
    {
      merchantOrderNo: id.slice(4),
      productUrl: body.productUrl,
      quantity: body.quantity,
      unitPriceFen: body.price * 100,
      maxTotalFen: body.price * body.quantity * 100,
      placeBeforeSeconds: 2,
      recipient: { name, address, phone },
    },
    { timeoutMs: 2000 },
  );
  if (placed?.ok !== true) throw new Error('the sandbox took no order');
  const { orderId } = placed.order;
  await service.database.intent.update({ where: { id }, data: { orderId } });
  return { id, orderId };
}
