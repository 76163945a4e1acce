import { type Intent, isFinal, TimeoutError } from '@procurement-intents/sdk';
import type { Tool } from './tool.ts';

// Hosts give up on a call after 60 s.
const WAIT_MAX_S = 50;

export const waitForIntent: Tool<{ id: string; seconds?: number }> = {
  name: 'wait_for_intent',
  title: 'Wait for the end of a purchase',
  description:
    'Waits until the intent is COMPLETED, FAILED or CANCELLED, a draft too. done is false if it has not ended in time: call again, or go on and look later.',
  annotations: { readOnlyHint: true, openWorldHint: true },
  schema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Id of the intent: int_…' },
      seconds: { type: 'integer', minimum: 1, maximum: WAIT_MAX_S, default: WAIT_MAX_S },
    },
    required: ['id'],
    additionalProperties: false,
  },
  async run({ id, seconds = WAIT_MAX_S }, { intents }, { mcpReq }) {
    let intent: Intent | undefined;
    try {
      const onChange = (read: Intent) => (intent = read);
      await intents.waitFor(id, { timeoutMs: seconds * 1_000, signal: mcpReq.signal, onChange });
    } catch (error) {
      // Never read: what it has become is unknown, and the reason is worth telling.
      if (!(error instanceof TimeoutError) || !intent) throw error;
    }
    return { done: intent !== undefined && isFinal(intent), intent };
  },
};
