import { isApiError, ProcurementIntents } from '@procurement-intents/sdk';
import { importRows } from './import-rows.ts';
import { Journal } from './journal.ts';
import { readRows } from './read-rows.ts';

const [file, journalFile = `${file}.results.ndjson`] = process.argv.slice(2);
if (!file) {
  console.error('usage: node main.ts <file.csv> [results.ndjson]');
  process.exit(2);
}
try {
  // Address, App and secret are in the environment: PROCUREMENT_BASE_URL, _APP_ID and _APP_SECRET.
  const client = new ProcurementIntents({ language: 'en' });
  const counts = await importRows(readRows(file), { client, journal: new Journal(journalFile) });
  console.log(`${counts.accepted} accepted, ${counts.skipped} accepted before, ${counts.refused} refused`);
  if (counts.refused > 0) {
    console.log(`Correct the refused rows of ${journalFile}, and run this again.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (isApiError(error) && !error.retryable) console.error(error.fix);
  console.error('Run this again to go on; no row is bought twice.');
  process.exitCode = 3;
}
