import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, LANGUAGES } from './languages.ts';

const KEY = 'console.language';
const isLanguage = (word: string | null): word is Language => LANGUAGES.includes(word as Language);

const LOADERS: Record<Language, () => Promise<{ default: object }>> = {
  zh: () => import('../locales/zh.json'),
  en: () => import('../locales/en.json'),
};

/** The language that the person has chosen, or else that of the browser. */
export function currentLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Loads the texts of one language alone. */
async function load(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', (await LOADERS[language]()).default);
  document.documentElement.lang = language;
}

export async function startLanguage(): Promise<void> {
  const language = currentLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await load(language);
  await i18next.changeLanguage(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await load(language);
  await i18next.changeLanguage(language);
}
