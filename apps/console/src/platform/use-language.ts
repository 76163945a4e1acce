import { useTranslation } from 'react-i18next';
import type { Language } from './languages.ts';

/** The language in which the page is shown. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'zh' ? 'zh' : 'en');
