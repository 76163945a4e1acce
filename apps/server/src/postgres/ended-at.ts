/** SQL of when an intent ended, word by word as in the indexes for archive days and for redaction, of either side. */
export const ENDED_AT = `COALESCE("completedAt", "cancelledAt", "updatedAt")`;
