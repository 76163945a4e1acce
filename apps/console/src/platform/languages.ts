/** The languages of the console, in the order in which they are offered. */
export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { zh: '中文', en: 'English' };

/** By which dates and times are written. */
export const LOCALES: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' };
