/** Properties that no user of the package sees. The build shortens their names, which makes pages smaller. */
export const INTERNAL_PROPERTIES = [
  'acquire|await|authorize|bucket|clock|close|connect|correct|credentials|slotCount|deadline|facts|failedTries|forCall|form|freeAt|idName|idleSince|isExpired|isKnown|isLate|isRepeatable|isStreamed|createKey|last',
  'timestampSkewMs|learn|admit|nowMs|onAdmitted|onStart|processingMs|queuedSince|ratesPerSecond|remainingMs|readData|recoverResult|remedy|restart|routes|scheme|shared|slot|stamp',
].join('|');
