import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectionError,
  isBearerError,
  type BearerResources,
  type CreateRequestBody,
  type PurchaseRequest,
} from '@procurement-intents/sdk/bearer';

export type Company = Pick<BearerResources, 'purchaseRequests'>;

/** Asks to buy. `ticket` is the number of the request in your own system: asked again under it, nothing more is bought. */
export function ask(company: Company, ticket: string, body: CreateRequestBody): Promise<PurchaseRequest> {
  return company.purchaseRequests.create(body, { idempotencyKey: ticket });
}

/** What came of a decision: the request, or why it was not taken. */
export type Decision = { request: PurchaseRequest } | { refused: string };

/**
 * Approves the request as the person has read it. A refusal is an outcome: the person may not decide, the request has
 * changed or is decided, or it cannot be bought now.
 */
export async function approve(
  company: Company,
  { id, version }: Pick<PurchaseRequest, 'id' | 'version'>,
  note: string,
): Promise<Decision> {
  try {
    return { request: await company.purchaseRequests.approve(id, { note }, { ifVersion: version }) };
  } catch (error) {
    if (isBearerError(error, 'conflict'))
      return { refused: 'it has changed since, or is decided: read it again' };
    if (isBearerError(error, 'forbidden')) return { refused: error.data.reason ?? error.message };
    if (isBearerError(error, 'validation_failed')) return { refused: JSON.stringify(error.data.errors) };
    throw error;
  }
}

const OPEN = new Set<PurchaseRequest['status']>(['PENDING', 'APPROVED']);

/** Reads the request until it is over: ORDERED, FAILED, CANCELLED, REJECTED or WITHDRAWN. Goes on through outages. */
export async function follow(company: Company, id: string, everyMs = 2_000): Promise<PurchaseRequest> {
  for (;;) {
    try {
      const request = await company.purchaseRequests.get(id);
      if (!OPEN.has(request.status)) return request;
    } catch (error) {
      const mayPass = error instanceof ConnectionError || isBearerError(error, 'unavailable', 'rate_limited');
      if (!mayPass) throw error;
    }
    await pause(everyMs);
  }
}
