import type { GlobalInstance } from '../../runtime-types.ts';
import type { WebhookRequest } from '../../webhooks/fetch-webhook.ts';

/** Receives webhooks: a handler such as `fetchWebhook` makes, with the `Request` and `Response` of the runtime. */
export type TestWebhookHandler = (request: GlobalInstance<'Request', WebhookRequest>) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;
