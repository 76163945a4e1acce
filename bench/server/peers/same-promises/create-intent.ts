import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import {
  ApiError,
  createdEventType,
  createdIntent,
  type CreateKeys,
  decideReplay,
  restoreCreated,
  type StoredIntent,
} from '@procurement-intents/domain';
import { v7 as uuidv7 } from 'uuid';
import type { IntentStore, NewRow } from './intent-store.ts';
import type { ProductPages } from './product-pages.ts';

export interface Create extends CreateKeys {
  appId: string;
  body: CreateIntentInput;
  rawBody: Buffer;
}

interface Deps {
  intents: IntentStore;
  pages: ProductPages;
}

// The service's default: updates and cancelling are free until then.
const GRACE_MS = 5000;

/** Accepts an intent once for each idempotency key and once for each signature. */
export async function createIntent(
  deps: Deps,
  create: Create,
): Promise<{ row: StoredIntent; isReplay: boolean }> {
  const { body, signature } = create;
  const row = newRow(create);
  if (body.draft === true) deps.pages.checkAddress(body.productUrl);
  else if (!deps.pages.isKnownProduct(body.productUrl)) {
    // A repetition is answered whatever the page says by now.
    const earlier = await findFirst(deps.intents, create, row);
    if (earlier) return { row: earlier, isReplay: true };
    await deps.pages.check(body.productUrl);
  }
  if (await deps.intents.insert({ row, type: createdEventType(row), signature }))
    return { row, isReplay: false };
  const earlier = await findFirst(deps.intents, create, row);
  if (!earlier) throw new ApiError('UNAVAILABLE');
  return { row: earlier, isReplay: true };
}

function newRow({ appId, body, rawBody, idempotencyKey }: Create): NewRow {
  const now = new Date();
  const identity = {
    id: `int_${uuidv7().replaceAll('-', '')}`,
    appId,
    idempotencyKey,
    requestHash: hash('sha256', rawBody),
  };
  return createdIntent(body, identity, now, GRACE_MS);
}

/** The intent as the first create of this kind made it; null when this is the first. */
async function findFirst(intents: IntentStore, create: Create, row: NewRow): Promise<StoredIntent | null> {
  const { appId, signature, idempotencyKey } = create;
  const [signed, keyed] = await Promise.all([
    intents.findSigned(appId, signature),
    intents.findByKey(appId, idempotencyKey),
  ]);
  const decision = decideReplay(row, { signed, keyed });
  if (decision.kind === 'first') return null;
  if (decision.kind === 'replayDeleted') return restoreCreated(row, decision.create);
  const { intent, isSignatureNew } = decision;
  if (!isSignatureNew || (await intents.keepSignature(appId, create, intent.id))) return intent;
  // Taken between the two statements: the next look finds by what.
  return findFirst(intents, create, row);
}
