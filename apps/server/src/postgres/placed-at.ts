/** SQL of when the order of an intent was first known, word by word as in the index `intents_orders_idx`. */
export const PLACED_AT = `COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt")`;
