import { z } from 'zod';
import { fieldError } from '../fields.ts';
import { exampleId, ID_PREFIXES, type IdKind, idPattern } from '../ids.ts';

const idField = (kind: IdKind, what: string) =>
  z.string(fieldError).meta({
    description: `Id of the ${what}: \`${ID_PREFIXES[kind]}\` and 32 lower-case hex digits.`,
    pattern: idPattern(kind).source,
    example: exampleId(kind),
  });

export const WebhookId = idField('webhookEndpoint', 'endpoint');
export const DeliveryId = idField('delivery', 'delivery');
export const ReplayId = idField('replay', 'replay');
