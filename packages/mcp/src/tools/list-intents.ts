import type { IntentStatus } from '@procurement-intents/sdk';
import { LIMITS, STATUSES } from '../generated/tables.ts';
import type { Tool } from './tool.ts';

interface Arguments {
  status?: IntentStatus;
  pageSize?: number;
  cursor?: string;
}

export const listIntents: Tool<Arguments> = {
  name: 'list_intents',
  title: 'List purchases',
  description: 'Lists the intents of the App, newest first. nextCursor continues the list; null ends it.',
  annotations: { readOnlyHint: true, openWorldHint: true },
  schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: STATUSES, description: 'Only intents of this status.' },
      pageSize: { type: 'integer', minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSizeDefault },
      cursor: { type: 'string', description: 'nextCursor of the page before.' },
    },
    required: [],
    additionalProperties: false,
  },
  run: async (args, { intents }, { mcpReq }) => intents.list({ ...args }, { signal: mcpReq.signal }),
};
