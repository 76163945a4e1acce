import { useTranslation } from 'react-i18next';
import { LOCALES } from '../platform/languages.ts';
import { useLanguage } from '../platform/use-language.ts';

/** A time in the zone of the viewer; its title has it in UTC. */
export function Time({ at }: { at: string | undefined | null }) {
  const language = useLanguage();
  if (!at) return <>–</>;
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(at));
  return (
    <time dateTime={at} title={at.replace('T', ' ').replace('Z', ' UTC')}>
      {text}
    </time>
  );
}

/** An amount in yuan. */
export const Yuan = ({ amount }: { amount: number | undefined | null }) =>
  amount === undefined || amount === null ? (
    <>–</>
  ) : (
    <span className="amount">¥{amount.toLocaleString('en', { minimumFractionDigits: 2 })}</span>
  );

/** A status as a dot and a word: the colour is never alone. */
export function Status({ of: status, family = 'status' }: { of: string | undefined; family?: string }) {
  const { t } = useTranslation();
  if (status === undefined) return <>–</>;
  return (
    <span className="status" data-status={status}>
      {t(`${family}.${status}`, { defaultValue: status })}
    </span>
  );
}
