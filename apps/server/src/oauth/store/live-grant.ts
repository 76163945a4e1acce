/**
 * Holds for the grant `g` of the person `u` while neither it, nor the person, nor the password that it was given with has
 * ended.
 */
export const LIVE_GRANT = `g."revokedAt" IS NULL AND u."disabledAt" IS NULL AND u."passwordChangedAt" <= g."createdAt"`;
