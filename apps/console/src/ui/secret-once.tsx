import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from './save-file.ts';

interface Props {
  /** The lines of a file of settings. */
  lines: Readonly<Record<string, string>>;
  fileName: string;
}

/** Secrets that are shown this once, to copy or to save. */
export function SecretOnce({ lines, fileName }: Props) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const text = Object.entries(lines)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  const save = (): void => saveFile(fileName, new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <div className="secret">
      <p>{t('secret.once')}</p>
      <pre data-testid="secret">{text}</pre>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {t(isCopied ? 'secret.copied' : 'secret.copy')}
      </Button>{' '}
      <Button onClick={save}>{t('secret.save')}</Button>
    </div>
  );
}
