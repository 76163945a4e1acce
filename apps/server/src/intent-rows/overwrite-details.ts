import { PERSONAL_DETAILS } from '@procurement-intents/contract';
import { REDACTED } from '@procurement-intents/domain';

const DETAILS = PERSONAL_DETAILS.map((type) => `'${type}'`).join(', ');

/** The statement that overwrites what may quote a person in the timelines of the intents whose ids `source` has. */
export const overwriteDetails = (source: string): string => `
    UPDATE "intent_events" AS e SET "detail" = '${REDACTED}' FROM ${source}
    WHERE e."intentId" = ${source}."id" AND e."type" IN (${DETAILS}) AND e."detail" IS NOT NULL`;
