import type { Language } from '@procurement-intents/contract';
import type { Success } from './calls/answer.ts';
import type { IntentStore } from './intents/intent-store.ts';
import type { PurchasePlans } from './intents/purchase-plans.ts';
import type { NewId } from './new-ids.ts';
import type { TestApp, TestClock } from './types.ts';
import type { TestWebhookHandler } from './webhooks/webhook-handler.ts';
import type { EndpointStore } from './webhooks/endpoints.ts';

/** The state that operations use. */
export interface OperationContext {
  store: IntentStore;
  plans: PurchasePlans;
  clock: TestClock;
  webhooks: EndpointStore;
  newId: NewId;
  /** What receives webhooks. */
  onWebhook?: TestWebhookHandler | undefined;
  /** Time between submission and processing. */
  graceMs: number;
  /** Runs the due steps of all purchases. */
  runDue(): void;
}

/** A call that passed all checks. */
export interface Call {
  app: TestApp;
  id: string;
  /** All ids of the path, by name. */
  ids: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  bodyText: string;
  headers: { get(name: string): string | null };
  language: Language;
  signal: AbortSignal | undefined;
}

export type Operation = (service: OperationContext, call: Call) => Success | Promise<Success>;
