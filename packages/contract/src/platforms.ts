/** The three supported platforms, by neutral name. */
export const PLATFORMS = ['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'] as const;
export type PlatformId = (typeof PLATFORMS)[number];
