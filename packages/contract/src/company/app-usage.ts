import { z } from 'zod';
import { Count, When } from '../bearer/answer-fields.ts';

const Refusals = z
  .object({
    error: z.string().meta({
      description:
        'Name of the error, as in `X-Error-Name`, at most 64 characters. A later release may have names that this one does not know.',
      example: 'SIGNATURE_INVALID',
    }),
    count: Count('Calls that were refused with it.', 3),
  })
  .meta({ title: 'RefusalCount', description: 'How often calls were refused with one error.' });

export const AppUsage = z
  .object({
    at: When('When the calls were counted.'),
    lastUsedAt: When(
      'When a call with a valid signature last came, to the minute; absent: none came yet.',
    ).optional(),
    requests: Count(
      'Signed calls that named the App, refused ones included. Anybody can name it: calls without a valid signature need not be its own.',
      412,
    ),
    refusals: z.array(Refusals).meta({
      description: 'Those of them that were refused, by error, the most frequent first.',
      example: [{ error: 'SIGNATURE_INVALID', count: 3 }],
    }),
  })
  .meta({ title: 'AppUsage', description: 'What an App has called lately.' });
export type AppUsageView = z.infer<typeof AppUsage>;
