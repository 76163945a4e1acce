// Shops that answer late do so within minutes; the last look is for queues that were stopped over night.
/** When an order is looked for after its intent has ended without one, counted from the end or the look before. */
export const LOOKS_AFTER_MS = [60_000, 600_000, 3_600_000, 86_400_000] as const;
