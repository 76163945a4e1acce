import { PERSONAL_DETAILS } from '@procurement-intents/contract';
import { REDACTED } from '@procurement-intents/domain';

/** SQL that overwrites these columns of `row`; a text that was never given stays absent. */
export const overwriteTexts = (row: string, columns: readonly string[]): string =>
  columns.map((name) => `${name} = CASE WHEN ${row}.${name} IS NOT NULL THEN '${REDACTED}' END`).join(', ');

const DETAILS = PERSONAL_DETAILS.map((type) => `'${type}'`).join(', ');

/** The statement that overwrites what may quote a person in the timelines of the intents whose ids `source` has. */
export const overwriteDetails = (source: string): string => `
    UPDATE "intent_events" AS e SET "detail" = '${REDACTED}' FROM ${source}
    WHERE e."intentId" = ${source}."id" AND e."type" IN (${DETAILS}) AND e."detail" IS NOT NULL`;
