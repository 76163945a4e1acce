import { type IntentView, PAYLOAD_FIELDS } from '@procurement-intents/contract';
import { presentChoice } from '../intents/present-intent.ts';
import type { IntentDetails } from '../intents/intent-fields.ts';

/** The intent in a full payload: without its recipient and remarks. */
export function presentPayloadIntent(intent: IntentDetails): Partial<IntentView> {
  const shown: Partial<IntentView> = presentChoice(intent, 'zh') as Partial<IntentView>;
  return Object.fromEntries(
    PAYLOAD_FIELDS.filter((field) => shown[field] !== undefined).map((field) => [field, shown[field]]),
  );
}
