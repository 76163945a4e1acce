/** For how many days an operator can have the events of the feed kept. In the database, `forget_event_days` has the least. */
export const EVENT_DAYS = { min: 10, max: 365, default: 30 } as const;
