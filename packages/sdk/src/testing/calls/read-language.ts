import type { Language } from '@procurement-intents/contract';

/** English when `Accept-Language` prefers it, else Chinese. */
export function readLanguage(header: string | null): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    return { language: name.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const rankOf = (language: Language) => {
    const named = ranges.findIndex((range) => range.language === language);
    const index = named < 0 ? ranges.findIndex((range) => range.language === '*') : named;
    return { index, weight: ranges[index]?.weight ?? 0 };
  };
  const [zh, en] = [rankOf('zh'), rankOf('en')];
  if (en.weight !== zh.weight) return en.weight > zh.weight ? 'en' : 'zh';
  return en.weight > 0 && en.index < zh.index ? 'en' : 'zh';
}
