import { growingTables } from '../../postgres/prepared-statements.ts';

/** The tables of intents that grow with traffic. */
export const INTENT_TABLES = growingTables('intents', 'intent_events', 'signed_creates', 'intent_counts');
