/** Properties that no user of the package sees. The build shortens their names, which makes pages smaller. */
export const INTERNAL_PROPERTIES = [
  'acquire|bucket|clock|close|correct|count|failures|follow|freeAt|isExpired|isKnown|isRepeatable|last',
  'learn|limit|admit|nowMs|processingMs|ratesPerSecond|remainingMs|recoverResult|shared|signature|stamp|url',
].join('|');
