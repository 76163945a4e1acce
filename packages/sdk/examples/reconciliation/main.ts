import { ProcurementIntents } from '@procurement-intents/sdk';
import { listDay } from './list-day.ts';
import { readLedger } from './read-ledger.ts';
import { reconcile } from './reconcile.ts';

const [day = '', ledger] = process.argv.slice(2);
if (!/^\d{4}-\d\d-\d\d$/.test(day) || !ledger) {
  console.error('usage: node main.ts <day, as 2026-11-21> <ledger.csv>');
  process.exit(2);
}
try {
  // Address, App and secret are in the environment: PROCUREMENT_BASE_URL, _APP_ID and _APP_SECRET. The App needs no
  // permission but intents:read.
  const client = new ProcurementIntents({ language: 'en' });
  let count = 0;
  for await (const difference of reconcile(day, readLedger(ledger), listDay(client, day))) {
    console.log(JSON.stringify(difference));
    count += 1;
  }
  console.error(`${count} differences`);
  process.exitCode = count > 0 ? 1 : 0;
} catch (error) {
  // Nothing was compared, or not all of it: a later run repeats it from the start.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}
