import { contract, idOf, type OperationId, ROUTES, signedPartOf } from '@procurement-intents/contract';

const ZEROS = '0'.repeat(32);
const IDS: Record<string, string> = { deliveryId: idOf('delivery', ZEROS), replayId: idOf('replay', ZEROS) };

/** Whether the operation is about a webhook endpoint. */
export const isOfWebhooks = (operation: OperationId): boolean =>
  ROUTES[operation].path.startsWith(ROUTES.listWebhooks.path);

/** The path of an operation. @param id - default: one that nothing has. */
export function pathOf(operation: OperationId, id?: string, ids: Record<string, string> = IDS): string {
  const missing = idOf(isOfWebhooks(operation) ? 'webhookEndpoint' : 'intent', ZEROS);
  return ROUTES[operation].path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? (id ?? missing) : (ids[name] ?? ''),
  );
}

/** Whether the operation takes a body of JSON. */
export const takesBody = (operation: OperationId): boolean =>
  signedPartOf(contract[operation].metadata)?.body === 'json';

/** Calls the operation so often: all at once, but exports, of which an App has few at once, one after another. */
export async function callMany<T>(
  operation: OperationId,
  count: number,
  call: () => Promise<T>,
): Promise<T[]> {
  const answers: Promise<T>[] = [];
  for (let called = 0; called < count; called += 1) {
    answers.push(call());
    if (operation === 'exportIntents') await answers.at(-1);
  }
  return Promise.all(answers);
}
