import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from './save-file.ts';

/** A text to copy. @param name - by which tests find it. */
export function Copyable({ text, name, children }: { text: string; name: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <pre data-testid={name}>{text}</pre>
      <div className="actions">
        <Button
          size="small"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
        >
          {t(copied === text ? 'secret.copied' : 'secret.copy')}
        </Button>
        {children}
      </div>
    </>
  );
}

interface Props {
  /**
   * The lines of a file of settings. Undefined: what was made has this secret, but the answer has it not, because an earlier
   * answer was lost.
   */
  lines: Readonly<Record<string, string | undefined>>;
  fileName: string;
}

/** Secrets that are shown this once, to copy or to save. */
export function SecretOnce({ lines, fileName }: Props) {
  const { t } = useTranslation();
  if (Object.values(lines).includes(undefined)) return <p>{t('secret.lost')}</p>;
  const text = Object.entries(lines)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  const save = (): void => saveFile(fileName, new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <div className="secret">
      <p>{t('secret.once')}</p>
      <Copyable text={text} name="secret">
        <Button size="small" onClick={save}>
          {t('secret.save')}
        </Button>
      </Copyable>
    </div>
  );
}
