import { REDACTED } from '@procurement-intents/domain';

/** SQL that overwrites these columns of `row`; a text that was never given stays absent. */
export const overwriteTexts = (row: string, columns: readonly string[]): string =>
  columns.map((name) => `${name} = CASE WHEN ${row}.${name} IS NOT NULL THEN '${REDACTED}' END`).join(', ');
