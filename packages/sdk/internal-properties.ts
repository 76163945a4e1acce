/** Properties that no user of the package sees. The build shortens their names, which makes pages smaller. */
export const INTERNAL_PROPERTIES = [
  'acquire|bucket|clock|close|correct|count|deadline|facts|failures|follow|freeAt|idleSince|isExpired|isKnown|isLate|isRepeatable|key|last',
  'timestampSkewMs|learn|limit|admit|nowMs|onAdmitted|onStart|processingMs|queuedSince|ratesPerSecond|remainingMs|recoverResult|restart|shared|slot|signature|stamp|url|wait',
].join('|');
