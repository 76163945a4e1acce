/** Properties that no user of the package sees: short names in the build make pages smaller. */
export const INTERNAL_PROPERTIES = [
  'bucket|clock|close|correct|count|enter|failures|follow|freeAt|isExpired|isKnown|isRepeatable|last|learn|limit|look',
  'nowMs|pace|processingMs|ratesPerSecond|remainingMs|settle|signature|stamp|url',
].join('|');
