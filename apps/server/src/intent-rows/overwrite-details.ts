import { PERSONAL_DETAILS } from '@procurement-intents/contract';
import { REDACTED } from '@procurement-intents/domain';
import { literals } from '../postgres/columns.ts';

/** The statement that overwrites what may quote a person in the timelines of the intents whose ids `source` has. */
export const overwriteDetails = (source: string): string => `
    UPDATE "intent_events" AS e SET "detail" = '${REDACTED}' FROM ${source}
    WHERE e."intentId" = ${source}."id" AND e."type" IN (${literals(PERSONAL_DETAILS)}) AND e."detail" IS NOT NULL`;
