import { ID, type Tool } from './tool.ts';

export const cancelIntent: Tool<{ id: string }> = {
  name: 'cancel_intent',
  title: 'Cancel a purchase',
  description:
    'Cancels an intent, irreversibly. Free while SUBMITTED; while PROCESSING the shop decides, which can take 20 s and cost a fee.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  schema: ID,
  run: (args, { intents }, { mcpReq }) => intents.cancel(args.id, { signal: mcpReq.signal }),
};
