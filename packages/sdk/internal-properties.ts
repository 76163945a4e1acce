/** Properties that no user of the package sees. The build shortens their names, which makes pages smaller. */
export const INTERNAL_PROPERTIES = [
  'acquire|bucket|clock|close|correct|count|facts|failures|follow|freeAt|idleSince|isExpired|isKnown|isRepeatable|last',
  'learn|limit|admit|nowMs|onStart|processingMs|queuedSince|ratesPerSecond|remainingMs|recoverResult|restart|shared|signature|stamp|url',
].join('|');
