import { beforeAll } from 'vitest';
import { addPerson, type BearerAnswer, type BearerCall, callBearer } from '../support/bearer.ts';
import { clock, receiver, service, signer, useWebhooks } from './use-webhooks.ts';

/** An administrator of the company. */
export let admin: { id: string; token: string };

/** Starts the service with a receiver and an administrator for the tests of this file. */
export function useAppWebhooks(): void {
  useWebhooks();
  beforeAll(async () => {
    admin = await addPerson(service, ['admin']);
  });
}

/** A call of the administrator on the webhooks of an App. Default: the App of the test. */
export function administer(
  method: string,
  path = '',
  { appId = signer.appId, ...options }: BearerCall & { appId?: string } = {},
): Promise<BearerAnswer> {
  clock.advance(20);
  const url = `/v1/apps/${appId}/webhooks${path}`;
  return callBearer(service, method, url, { credential: admin.token, ...options });
}

let paths = 0;
/** An address of the receiver that no endpoint has. */
export const newUrl = (): string => `${receiver.origin}/administered/${(paths += 1)}`;

/** A new endpoint that the administrator has registered. */
export async function register(fields: object = {}) {
  const url = newUrl();
  const answer = await administer('POST', '', { body: { url, ...fields } });
  const { secret, ...view } = answer.body;
  return { answer, secret: secret as string, view, path: `/${view.id}`, receivedAt: new URL(url).pathname };
}

/** What the record of changes has of the endpoint, the oldest first. */
export const recordOf = (subjectId: string) =>
  service.database.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

/** The actions on the endpoint that the record has. */
export const actionsOf = async (subjectId: string): Promise<string[]> =>
  (await recordOf(subjectId)).map(({ action }) => action.replace(/^webhook\./, ''));
