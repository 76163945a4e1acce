import { ID, type Tool } from './tool.ts';

export const getIntent: Tool<{ id: string }> = {
  name: 'get_intent',
  title: 'Read a purchase',
  description: 'Reads one intent: its status, order, parcels, costs, or why it failed.',
  annotations: { readOnlyHint: true, openWorldHint: true },
  schema: ID,
  run: (args, { intents }, { mcpReq }) => intents.get(args.id, { signal: mcpReq.signal }),
};
