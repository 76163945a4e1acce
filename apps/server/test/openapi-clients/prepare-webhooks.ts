import {
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_REPLAY_ID,
  EXAMPLE_WEBHOOK_ID,
  type OperationId,
} from '@procurement-intents/contract';
import { newUuid } from '../../src/new-uuid.ts';
import { isOfWebhooks } from '../support/signed-operations.ts';
import type { Signer } from '../support/sign.ts';
import type { TestService } from '../support/test-service.ts';

/** Replaces what a sample shows by what is there. */
export type Fit = (operation: OperationId, source: string) => string;

/** An endpoint of its own for each sample that works on one, with a delivery and a replay, all of them on this machine. */
export async function prepareWebhooks(
  service: TestService,
  signer: Signer,
  operations: readonly OperationId[],
): Promise<Fit> {
  const wanted = operations.filter(
    (one) => isOfWebhooks(one) && one !== 'createWebhook' && one !== 'listWebhooks',
  );
  const made = new Map<OperationId, Record<string, string>>();
  for (const operation of wanted) made.set(operation, await prepareOne(service, signer, operation));
  const hour = (ago: number): string => new Date(Date.now() - ago * 3_600_000).toISOString();
  return (operation, source) =>
    Object.entries({
      ...made.get(operation),
      '2026-11-21T08:00:00Z': hour(1),
      '2026-11-21T09:00:00Z': hour(0),
    }).reduce((text, [shown, real]) => text.replaceAll(shown, real), source);
}

async function prepareOne(
  service: TestService,
  signer: Signer,
  operation: OperationId,
): Promise<Record<string, string>> {
  const { appId } = signer;
  const at = new Date();
  const webhookId = `whk_${newUuid()}`;
  const [delivery, replay] = [newUuid(), `rpl_${newUuid()}`];
  const { webhookEndpoint, webhookLane, webhookDelivery, webhookReplay } = service.database;
  const times = { createdAt: at, updatedAt: at };
  await webhookEndpoint.create({
    data: {
      id: webhookId,
      appId,
      url: `${service.sandboxUrl}/${operation}`,
      description: '',
      eventTypes: ['*'],
      payload: 'thin',
      signature: 'v1',
      maxPerSecond: 25,
      ...times,
    },
  });
  await webhookLane.create({ data: { webhookId } });
  const event = {
    eventId: newUuid(),
    sequence: 1,
    publishedAt: at,
    type: 'intent.drafted',
    subjectId: 'int_1',
  };
  await webhookDelivery.create({
    data: { id: delivery, webhookId, appId, ...event, state: 'SUCCEEDED', queuedAt: at, createdAt: at },
  });
  const span = { since: at, until: at, position: 0, upTo: 0 };
  await webhookReplay.create({
    data: { id: replay, webhookId, types: ['*'], scope: 'all', state: 'DONE', ...span, createdAt: at },
  });
  return {
    [EXAMPLE_WEBHOOK_ID]: webhookId,
    [EXAMPLE_DELIVERY_ID]: `dlv_${delivery}`,
    [EXAMPLE_REPLAY_ID]: replay,
  };
}
