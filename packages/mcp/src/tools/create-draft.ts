import type { CreateIntentBody } from '@procurement-intents/sdk';
import { DRAFT_FIELDS, LIMITS } from '../generated/tables.ts';
import type { Tool } from './tool.ts';

type Arguments = Omit<CreateIntentBody, 'draft'> & { idempotencyKey: string };

export const createDraft: Tool<Arguments> = {
  name: 'create_draft',
  title: 'Draft a purchase',
  description:
    'Stores a purchase as a draft for a person to read and submit. Nothing is ordered or reserved. Put the reason into remarks: the person decides by it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  schema: {
    type: 'object',
    properties: {
      ...DRAFT_FIELDS.properties,
      idempotencyKey: {
        type: 'string',
        description: 'Your name for this proposal. The same key and fields again return the first draft.',
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyChars,
      },
    },
    required: [...DRAFT_FIELDS.required, 'idempotencyKey'],
    additionalProperties: false,
  },
  async run({ idempotencyKey, ...fields }, { intents }, { mcpReq }) {
    // `draft` stands last: nothing that a model passes can replace it.
    const body = { ...fields, draft: true };
    const options = { idempotencyKey, signal: mcpReq.signal };
    const { data, isReplayed } = await intents.create(body, options).withResponse();
    return { ...data, isReplayed };
  },
};
