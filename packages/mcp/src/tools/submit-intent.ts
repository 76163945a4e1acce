import { isInputRequiredResult } from '@modelcontextprotocol/server';
import { Refusal } from '../refusal.ts';
import { ID, type Tool } from './tool.ts';

export const submitIntent: Tool<{ id: string }> = {
  name: 'submit_intent',
  title: 'Buy a draft',
  description:
    'Submits a draft: an order is placed and paid. The host asks the person first; without a yes nothing is bought.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  // Other arguments are passed over and not refused: a `confirm` of the model's own changes nothing, and the person is asked.
  schema: { type: ID.type, properties: ID.properties, required: ID.required },
  async run({ id }, { intents, policy, askPerson }, ctx) {
    const { signal } = ctx.mcpReq;
    const intent = await intents.get(id, { signal });
    // What is no draft cannot be bought: the service refuses it in its own words, and nobody is asked.
    if (intent.status === 'DRAFT') {
      const totalFen = Math.round(intent.totalAmount * 100);
      if (policy.maxTotalFen === null || totalFen > policy.maxTotalFen) {
        const most = ((policy.maxTotalFen ?? 0) / 100).toFixed(2);
        throw new Refusal(
          'TOTAL_TOO_HIGH',
          `The total is above ${most} yuan, the most that may be spent here.`,
          'Leave the draft: a person can submit it in the console.',
        );
      }
      if (policy.isConfirmed) {
        const question = await askPerson(intent, ctx);
        if (isInputRequiredResult(question)) return question;
      }
    }
    // What changed since the person read it is not bought.
    return intents.submit(id, { ifVersion: intent.version, signal });
  },
};
