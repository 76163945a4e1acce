/** Properties that no user of the package sees. The build shortens their names, which makes pages smaller. */
export const INTERNAL_PROPERTIES = [
  'acquire|bucket|clock|close|correct|count|deadline|facts|failures|follow|freeAt|idleSince|isExpired|isKnown|isRepeatable|key|last',
  'timestampSkewMs|learn|limit|admit|nowMs|onStart|processingMs|progress|queuedSince|ratesPerSecond|remainingMs|recoverResult|restart|shared|signature|stamp|url',
].join('|');
